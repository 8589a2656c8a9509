import type { Track } from '@refrain/contract/catalogue/tracks'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { useMemo } from 'react'
import { SectionHeading } from '../components/section-heading.tsx'
import { ShowAllButton } from '../components/show-all-button.tsx'
import { useShownAll } from '../components/use-shown-all.ts'
import { TrackRows } from './track-rows.tsx'
import { useTrackFilter } from './use-track-filter.tsx'

/** Tracks shown until the listener asks for all. */
const AT_FIRST = 10

interface Props {
  readonly tracks: readonly Track[]
  /** Whether there may be more than these. */
  readonly cut?: boolean
}

/** The first tracks of an artist or of a search. */
export function TopTracks({ tracks, cut = false }: Props) {
  const [isExpanded, showAll] = useShownAll('tracks')
  const filter = useTrackFilter({ tracks, label: catalogueTexts.tracks })
  const all = isExpanded || tracks.length <= AT_FIRST || filter.isFiltering
  const top = useMemo(() => tracks.slice(0, AT_FIRST), [tracks])
  return (
    <section aria-labelledby="tracks">
      <SectionHeading id="tracks" className="mb-2">
        {catalogueTexts.tracks}
      </SectionHeading>
      {filter.around(
        <TrackRows
          tracks={all ? filter.shown : top}
          label={catalogueTexts.tracks}
          listing={filter.listing}
        />,
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
