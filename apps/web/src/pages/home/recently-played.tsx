import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { recentTracksQuery } from '../../listening/reports/recent-queries.ts'
import { readRecent } from '../../listening/reports/recent-tracks.ts'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import { SectionHeading } from '../components/section-heading.tsx'
import { TrackListSkeleton } from '../tracks/track-list-skeleton.tsx'

/** Who comes for the first time has played nothing, and needs no rows. */
const TrackList = lazy(async () => {
  const { TrackList } = await loadChunk(() => import('../tracks/track-list.tsx'))
  return { default: TrackList }
})

/**
 * The tracks played last, as they were when the page was opened: rows that change places under the pointer
 * are pressed by mistake. Left out where there are none; until they are there, so many
 * places are kept free.
 */
export function RecentlyPlayed() {
  const [ids] = useState(readRecent)
  const { data: tracks, isError } = useQuery(recentTracksQuery(ids))
  if (ids.length === 0 || tracks?.length === 0 || (isError && !tracks)) return null
  const skeleton = <TrackListSkeleton rows={ids.length} />
  return (
    <section aria-labelledby="recent">
      <SectionHeading id="recent" className="mb-2">
        Recently Played
      </SectionHeading>
      {tracks ? (
        <Suspense fallback={skeleton}>
          <TrackList tracks={tracks} label="Recently Played" />
        </Suspense>
      ) : (
        skeleton
      )}
    </section>
  )
}
