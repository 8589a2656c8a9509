import { CardGridSkeleton } from '../components/card-grid.tsx'
import { TrackListSkeleton } from '../tracks/track-list-skeleton.tsx'

/** Placeholder of the first search results. */
export function SearchSkeleton() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-9">
      <div>
        <div aria-hidden className="mb-3 flex h-8 items-center">
          <div className="h-5 w-24 animate-pulse-slow rounded-small bg-skeleton" />
        </div>
        <TrackListSkeleton rows={10} />
      </div>
      <CardGridSkeleton round />
    </div>
  )
}
