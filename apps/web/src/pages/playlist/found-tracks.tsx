import type { Track } from '@refrain/contract/catalogue/tracks'
import { libraryTexts } from '@refrain/messages/en/library'
import { useRef } from 'react'
import { Grid } from '../../ui/grid/grid-parts.tsx'
import { useGrid } from '../../ui/grid/use-grid.ts'
import { FoundTrack } from './found-track.tsx'

interface Props {
  readonly tracks: readonly Track[]
  /** Ids of the playlist's tracks. */
  readonly contained: ReadonlySet<string>
  readonly isStale: boolean
  readonly onAdd: (track: Track, button: HTMLElement) => void
}

const keyOf = ({ id }: Track) => id
const titleOf = ({ title }: Track) => title

/** The search results of a playlist's page. */
export function FoundTracks({ tracks, contained, isStale, onAdd }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const { props } = useGrid(list, { rows: tracks, keyOf, titleOf })
  return (
    <Grid
      {...props}
      ref={list}
      aria-label={libraryTexts.foundTracks}
      aria-busy={isStale}
      className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-1"
    >
      {tracks.map((track, index) => (
        <FoundTrack
          key={track.id}
          index={index}
          track={track}
          added={contained.has(track.id)}
          onAdd={onAdd}
        />
      ))}
    </Grid>
  )
}
