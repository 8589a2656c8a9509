import type { Track } from '@refrain/contract/catalogue/tracks'
import { catalogueTexts } from '@refrain/messages/en/catalogue'
import { SectionHeading } from '../components/section-heading.tsx'
import { ShowAllButton } from '../components/show-all-button.tsx'
import { useShownAll } from '../components/use-shown-all.ts'
import { TrackList } from './track-list.tsx'

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
  const all = isExpanded || tracks.length <= AT_FIRST
  return (
    <section aria-labelledby="tracks">
      <SectionHeading id="tracks" className="mb-2">
        {catalogueTexts.tracks}
      </SectionHeading>
      <TrackList tracks={all ? tracks : tracks.slice(0, AT_FIRST)} label={catalogueTexts.tracks} />
      {!all && (
        <ShowAllButton
          of="tracks"
          cut={cut}
          onPress={showAll}
          next={`[aria-posinset="${AT_FIRST + 1}"] button`}
        />
      )}
    </section>
  )
}
