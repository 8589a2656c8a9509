import { Loader } from '../../ui/loading/loader.tsx'

/** Enough rows to fill any window. */
const MAX_ROWS = 30

export function TrackListSkeleton({ rows }: { readonly rows: number }) {
  return (
    <Loader>
      {Array.from({ length: Math.min(rows, MAX_ROWS) }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={row} className="mb-1 flex h-(--row) items-center gap-3 px-2">
          <div className="size-10 flex-none rounded-small bg-skeleton" />
          <div className="grid flex-1 gap-2">
            <div className="h-3.5 w-2/5 rounded-small bg-skeleton" />
            <div className="h-3 w-1/4 rounded-small bg-skeleton" />
          </div>
          <div className="h-3 w-8 rounded-small bg-skeleton" />
        </div>
      ))}
    </Loader>
  )
}
