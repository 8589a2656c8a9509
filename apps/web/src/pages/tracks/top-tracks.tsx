import type { Track } from '@refrain/contract/catalogue/tracks'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { indexOfTrack } from '@refrain/player/queue/id-index'
import { useMemo } from 'react'
import { player } from '../../listening/engine/player.ts'
import { SectionHeading } from '../components/section-heading.tsx'
import { ShowAllButton } from '../components/show-all-button.tsx'
import { useShownAll } from '../components/use-shown-all.ts'
import { TrackRows } from './track-rows.tsx'
import { useTrackFilter } from './use-track-filter.tsx'

/** Tracks shown until the listener asks for all. */
const AT_FIRST = 10

interface Props {
  readonly tracks: readonly Track[]
  /** What identifies the list: the filter of another one is closed. */
  readonly listId: string
  /** Whether there may be more than these. */
  readonly cut?: boolean
}

/** The first tracks of an artist or of a search. */
export function TopTracks({ tracks, listId, cut = false }: Props) {
  const [isExpanded, showAll] = useShownAll('tracks')
  const filter = useTrackFilter({
    ...{ tracks, label: catalogueTexts.tracks, listId },
    onClose(focused) {
      // The row with the focus and the one that plays stay where the filter showed them.
      const kept = [focused, player.getState().track]
      if (kept.some(track => track && indexOfTrack(tracks, track) >= AT_FIRST)) showAll()
    },
  })
  const all = isExpanded || tracks.length <= AT_FIRST || filter.isFiltering
  const top = useMemo(() => tracks.slice(0, AT_FIRST), [tracks])
  return (
    <section aria-labelledby="tracks">
      {filter.around(
        <TrackRows
          tracks={all ? filter.shown : top}
          outOf={all ? tracks.length : top.length}
          label={catalogueTexts.tracks}
        />,
        <SectionHeading id="tracks">{catalogueTexts.tracks}</SectionHeading>,
      )}
      {!all && (
        <ShowAllButton
          of="tracks"
          cut={cut}
          onPress={showAll}
          next={`[aria-rowindex="${AT_FIRST + 1}"] button`}
        />
      )}
    </section>
  )
}
