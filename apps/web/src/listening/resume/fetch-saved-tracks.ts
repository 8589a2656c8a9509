import { fetchTracksByIds } from '@refrain/contract/catalogue/tracks'
import type { PlayerTrack } from '@refrain/player/state/player-state'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { toPlayerTrack } from '../engine/player-track.ts'

/** Tracks per call: few enough not to block the page, enough to stay below the rate limit. */
const TRACKS_PER_CALL = 2_000

/** Tracks by id, without those that are gone or unavailable. Waits for the network. */
export async function fetchSavedTracks(
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, PlayerTrack>> {
  const found = new Map<string, PlayerTrack>()
  for (let at = 0; at < ids.length && !signal.aborted; at += TRACKS_PER_CALL) {
    const batch = ids.slice(at, at + TRACKS_PER_CALL)
    const tracks = await queryClient.fetchQuery({
      queryKey: ['savedTracks', batch],
      queryFn: () => call(fetchTracksByIds, { tracks: batch }, signal),
      gcTime: 0,
    })
    for (const track of tracks) if (track.available) found.set(track.id, toPlayerTrack(track))
  }
  return found
}
