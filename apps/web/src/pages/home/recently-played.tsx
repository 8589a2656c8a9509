import { homeTexts } from '@refrain/messages/en/home'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { recentTracksQuery } from '../../listening/reports/recent-queries.ts'
import { readRecent } from '../../listening/reports/recent-tracks.ts'
import { loadPart } from '../../ui/loading/load-part.ts'
import { ListHeading } from '../components/list-heading.tsx'
import { SectionHeading } from '../components/section-heading.tsx'
import { TrackListSkeleton } from '../tracks/track-list-skeleton.tsx'

/** Loaded on demand: first visits have no rows to show. */
const TrackList = lazy(async () => {
  const { TrackList } = await loadPart(() => import('../tracks/track-list.tsx'))
  return { default: TrackList }
})

/**
 * The recently played tracks as of when the page was opened: rows that move under the pointer are pressed by mistake.
 * Hidden if there are none.
 */
export function RecentlyPlayed() {
  const [ids] = useState(readRecent)
  const { data: tracks, isError } = useQuery(recentTracksQuery(ids))
  if (ids.length === 0 || tracks?.length === 0 || (isError && !tracks)) return null
  const heading = <SectionHeading id="recent">{homeTexts.recentlyPlayed}</SectionHeading>
  const skeleton = (
    <>
      <ListHeading>{heading}</ListHeading>
      <TrackListSkeleton rows={ids.length} />
    </>
  )
  return (
    <section aria-labelledby="recent">
      {tracks ? (
        <Suspense fallback={skeleton}>
          <TrackList tracks={tracks} label={homeTexts.recentlyPlayed} listId="recent" heading={heading} />
        </Suspense>
      ) : (
        skeleton
      )}
    </section>
  )
}
