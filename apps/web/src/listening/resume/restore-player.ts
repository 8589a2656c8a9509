import { fetchTracksByIds } from '@refrain/contract/catalogue/tracks'
import { readEntryId } from '@refrain/contract/entry-ids'
import type { Player } from '@refrain/player/player'
import { indexOfTrack } from '@refrain/player/queue/id-index'
import type { PlayerState, PlayerTrack } from '@refrain/player/state/player-state'
import type { Snapshot } from '@refrain/player/state/snapshot'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { toPlayerTrack } from '../engine/player-track.ts'
import { readSavedPlayer, type SavedPlayer } from './read-saved-player.ts'

/** Tracks per call: few enough not to block the page, enough to stay below the rate limit. */
const TRACKS_PER_CALL = 2_000

/**
 * Restores the last track, paused at its position, with its lists and their orders. If the user has started
 * something meanwhile, only Your Tracks are restored.
 * @param follow runs what changes Your Tracks
 * @returns whether the player now holds something that is not saved yet
 */
export async function restorePlayer(
  player: Player,
  signal: AbortSignal,
  follow: (act: () => void) => void,
): Promise<boolean> {
  const saved = readSavedPlayer()
  const entryIds = [saved.entryId, ...saved.ids.album, ...saved.ids.user].filter(id => id !== null)
  const ids = new Set(entryIds.map(id => readEntryId(id).trackId))
  if (ids.size === 0) return isTouched(player)
  const found = await fetchSavedTracks([...ids], signal)
  if (signal.aborted) return false
  const state = player.getState()
  if (state.status === 'idle' && state.naturalOrders.album.length === 0) {
    follow(() => player.restore(toSnapshot(saved, found, state)))
    return state.naturalOrders.user.length > 0
  }
  follow(() => player.restoreQueue(tracksOf(saved.ids.user, found), saved.orders.user))
  return true
}

function isTouched(player: Player): boolean {
  const { track, naturalOrders } = player.getState()
  return track !== null || naturalOrders.user.length > 0
}

const tracksOf = (entryIds: readonly string[], found: ReadonlyMap<string, PlayerTrack>) =>
  entryIds.flatMap(entryId => {
    const track = found.get(readEntryId(entryId).trackId)
    if (!track) return []
    return track.id === entryId ? track : { ...track, entryId }
  })

function toSnapshot(
  saved: SavedPlayer,
  found: ReadonlyMap<string, PlayerTrack>,
  state: PlayerState,
): Snapshot {
  const [track = null] = saved.entryId === null ? [] : tracksOf([saved.entryId], found)
  const album = tracksOf(saved.ids.album, found)
  const user = [...tracksOf(saved.ids.user, found), ...state.naturalOrders.user]
  const isStray = track !== null && indexOfTrack(album, track) < 0 && indexOfTrack(user, track) < 0
  const ownAlbum = track && { id: track.albumId, title: track.albumTitle, type: 'album' as const }
  return {
    track,
    position: saved.position,
    list: (album.length > 0 && saved.list) || ownAlbum,
    naturalOrders: { album: isStray && album.length === 0 ? [track] : album, user },
    orders: saved.orders,
    source: state.source,
    shuffled: state.shuffled,
  }
}

/** Tracks by id, without those that are gone or unavailable. Waits for the network. */
async function fetchSavedTracks(
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
