import type { Track } from '@refrain/contract/catalogue/tracks'
import { SectionHeading } from '../components/section-heading.tsx'
import { ShowAllButton } from '../components/show-all-button.tsx'
import { useShownAll } from '../components/use-shown-all.ts'
import { TrackList } from './track-list.tsx'

/** So many tracks stand before what follows them; the rest on demand. */
const AT_FIRST = 10

interface Props {
  readonly tracks: readonly Track[]
  /** Where there may be more than these. */
  readonly cut?: boolean
}

/** The first tracks of an artist or of what was found. */
export function TopTracks({ tracks, cut = false }: Props) {
  const [opened, showAll] = useShownAll('tracks')
  const all = opened || tracks.length <= AT_FIRST
  return (
    <section aria-labelledby="tracks">
      <SectionHeading id="tracks" className="mb-2">
        Tracks
      </SectionHeading>
      <TrackList tracks={all ? tracks : tracks.slice(0, AT_FIRST)} label="Tracks" />
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
