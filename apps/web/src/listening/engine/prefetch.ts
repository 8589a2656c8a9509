import type { Track } from '@refrain/contract/catalogue/tracks'
import { qualityForNetwork } from '@refrain/player/dom/network/connection'
import { requestEarly } from './early-stream-index.ts'
import { player } from './player.ts'
import { convertWhenIdle, type TrackListing, toPlayerTrack } from './player-track.ts'

/** Prefetches a track that is likely to be started, in `rows` if they form their own list: the pointer or the focus is on its play button. */
export function prefetchTrack(track: Track, rows?: TrackListing): void {
  if (rows) convertWhenIdle(rows.tracks)
  const { track: current, settings } = player.getState()
  if (!track.available || current?.id === track.id) return
  // Other qualities are encoded by the server, for a track that is perhaps never played.
  if (qualityForNetwork(settings) === 'original') requestEarly(track.id, settings)
  player.prefetch(toPlayerTrack(track))
}

/** As `prefetchTrack`, for a list: its first track, unless lists are shuffled. */
export function prefetchList(tracks: readonly Track[] = []): void {
  const first = tracks.find(track => track.available)
  if (first && !player.getState().shuffled.album) prefetchTrack(first)
}
