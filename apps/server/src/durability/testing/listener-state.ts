import { fetchOwnData } from '@refrain/contract/own-data'
import { callService } from './call-service.ts'

/** What a listener has changed and the service has acknowledged. Lists without an order are sorted. */
export interface ListenerState {
  name: string
  picture: string
  /** Artist ids. */
  follows: string[]
  /** Track ids in the order of the likes. */
  likes: string[]
  playlists: { id: string; title: string; tracks: string[] }[]
  /** Ids of tracks and albums with a counted play. */
  plays: string[]
  albumPlays: string[]
  /** Ids of started tracks. */
  started: string[]
}

/** Id of a playlist whose creation was not acknowledged. */
export const UNKNOWN_ID = 'unknown'

export const emptyState = (name: string): ListenerState => ({
  ...{ name, picture: '', follows: [], likes: [], playlists: [], plays: [], albumPlays: [], started: [] },
})

/** Reads a listener's state from a running service. @param known ids of playlists; all others become UNKNOWN_ID */
export async function readState(
  address: string,
  token: string,
  known: ReadonlySet<string>,
): Promise<ListenerState> {
  const data = await callService(address, fetchOwnData, {}, { token })
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
  return toComparable({
    name: data.user.name,
    picture: data.user.picturePath,
    follows: ids(data.following),
    likes: data.playlists.find(({ type }) => type === 'liked')?.tracks ?? [],
    playlists: data.playlists
      .filter(({ type }) => type === 'playlist')
      .map(({ id, title, tracks }) => ({ id: known.has(id) ? id : UNKNOWN_ID, title, tracks })),
    plays: ids(data.countedTracks),
    albumPlays: ids(data.countedAlbums),
    started: Object.values(data.playedTracks).flat(),
  })
}

/** A copy in which everything without an order is sorted. */
export function toComparable(state: ListenerState): ListenerState {
  return {
    ...state,
    follows: state.follows.toSorted(),
    likes: [...state.likes],
    playlists: state.playlists
      .map(playlist => ({ ...playlist, tracks: [...playlist.tracks] }))
      .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    plays: state.plays.toSorted(),
    albumPlays: state.albumPlays.toSorted(),
    started: state.started.toSorted(),
  }
}
