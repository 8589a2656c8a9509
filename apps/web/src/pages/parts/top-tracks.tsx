import type { Track } from '@refrain/contract/catalogue'
import { useState } from 'react'
import { TrackList } from './track-list.tsx'

/** So many tracks stand before the albums; the rest on demand. */
const AT_FIRST = 10

/** An artist's tracks, most played first. */
export function TopTracks({ tracks }: { readonly tracks: readonly Track[] }) {
  const [all, setAll] = useState(tracks.length <= AT_FIRST)
  return (
    <section aria-labelledby="tracks">
      <h2 id="tracks" className="mb-3 text-xl font-bold">
        Tracks
      </h2>
      <TrackList tracks={all ? tracks : tracks.slice(0, AT_FIRST)} label="Tracks" />
      {!all && (
        <button
          type="button"
          className="mt-3 h-9 rounded-full bg-raised px-4 text-sm font-semibold text-quiet transition-colors duration-(--duration-quick) hover:bg-overlay hover:text-text pointer-coarse:h-11"
          onClick={() => setAll(true)}
        >
          Show all
        </button>
      )}
    </section>
  )
}
