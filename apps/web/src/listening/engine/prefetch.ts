import type { Track } from '@refrain/contract/catalogue/tracks'
import { player } from './player.ts'
import { toPlayerTrack } from './player-track.ts'

/** Makes ready what a press is likely to start: a pointer rests on it, or it has the focus. */
export function prefetchTrack(track: Track): void {
  if (track.available && player.getState().track?.id !== track._id) player.prefetch(toPlayerTrack(track))
}

/** The same for the play button of a list: it starts at the first track, unless lists are shuffled. */
export function prefetchList(tracks: readonly Track[] = []): void {
  const first = tracks.find(track => track.available)
  if (first && !player.getState().shuffled.album) prefetchTrack(first)
}
