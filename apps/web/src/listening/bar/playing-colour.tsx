import type { PlayerTrack } from '@refrain/player/state/player-state'
import type { CSSProperties } from 'react'
import { usePictureOf } from '../engine/use-picture-of.ts'
import { usePlayer } from '../engine/use-player.ts'

/** The colour of the loaded track's cover, behind the mini player and the now-playing sheet. */
export function PlayingColour() {
  const track = usePlayer(state => state.track)
  return track && <ColourOf track={track} />
}

function ColourOf({ track }: { readonly track: PlayerTrack }) {
  const colour = usePictureOf(track)?.color
  return (
    colour && <div aria-hidden className="playing-colour" style={{ '--tint': colour } as CSSProperties} />
  )
}
