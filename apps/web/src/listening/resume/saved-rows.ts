import { fetchAlbum } from '@refrain/contract/catalogue/albums'
import { toWire } from '@refrain/contract/wire-names'
import { keyOf } from '@refrain/player/queue/id-index'
import type { ListSource, PlayerState, PlayerTrack } from '@refrain/player/state/player-state'
import { queryClient } from '../../api/query-client.ts'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import { USER_SHUFFLE_KEY } from './saved-values.ts'

/** A localStorage key and the part of the state that it stores. */
export interface SavedRow {
  readonly key: string
  /** The list that it belongs to. */
  readonly source?: ListSource
  /** The value is written again when this changes. */
  readonly part: (state: PlayerState) => unknown
  /** null removes the key. */
  readonly text: (state: PlayerState) => string | null
}

/** The localStorage keys of the player state and their values, except for Your Tracks, which all tabs share. */
export const SAVED_ROWS: readonly SavedRow[] = [
  { key: 'playingTrack', part: ({ track }) => track, text: ({ track }) => currentTrack(track) },
  { key: 'album', source: 'album', part: ({ list }) => list, text: ({ list }) => listRecord(list) },
  {
    key: 'currentPlaylist',
    source: 'album',
    part: ({ list }) => list,
    text: ({ list }) => (list?.type === 'playlist' ? listRecord(list) : null),
  },
  {
    key: 'tracks',
    source: 'album',
    part: state => state.naturalOrders.album,
    text: state => idsOf(state.naturalOrders.album),
  },
  {
    key: USER_SHUFFLE_KEY,
    source: 'user',
    part: state => state.orders.user,
    text: state => (state.shuffled.user ? idsOf(state.orders.user) : null),
  },
  { key: 'playingFrom', part: ({ queue }) => queue, text: ({ queue }) => idsOf(queue) },
  { key: 'trackIndex', part: ({ index }) => index, text: ({ index }) => (index < 0 ? null : `${index}`) },
  { key: 'nextTrack', part: state => state.nextTrack?.id, text: state => state.nextTrack?.id ?? null },
  { key: 'shuffled', part: state => state.shuffled.album, text: state => `${state.shuffled.album}` },
  { key: 'shuffledUser', part: state => state.shuffled.user, text: state => `${state.shuffled.user}` },
  { key: 'isAlbumTracksOpen', part: ({ source }) => source, text: ({ source }) => `${source === 'album'}` },
  { key: 'isUserTracksOpen', part: ({ source }) => source, text: ({ source }) => `${source === 'user'}` },
]

function currentTrack(track: PlayerTrack | null): string | null {
  if (!track) return null
  const { id: trackId, audioSrc, entryId } = track
  return JSON.stringify({ trackId, audioSrc, ...(entryId !== undefined && { entryId }) })
}

/**
 * The current album or playlist with its type, and as much of its record as is cached. Saved with the names of the wire,
 * as all versions of the pages have done.
 */
function listRecord(list: PlayerState['list']): string | null {
  if (!list) return null
  const { id, title, type } = list
  const record = type === 'album' ? queryClient.getQueryData(albumQuery(id).queryKey) : undefined
  return JSON.stringify(toWire({ ...record, id, title, type }, fetchAlbum.outputNames))
}

const texts = new WeakMap<readonly PlayerTrack[], string>()

/** The ids of a list as JSON, those of its entries where a track is repeated, serialized once per list; null for an empty one. */
export function idsOf(tracks: readonly PlayerTrack[]): string | null {
  if (tracks.length === 0) return null
  const text = texts.get(tracks) ?? JSON.stringify(tracks.map(keyOf))
  texts.set(tracks, text)
  return text
}
