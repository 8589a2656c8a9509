import type { Album } from '@refrain/contract/catalogue/albums'
import { fetchInterestedAlbums } from '@refrain/contract/listening/interests'
import { fullyPlayed } from '@refrain/player/history/played-tracks'
import { queryOptions } from '@tanstack/react-query'
import { ownKey } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { readPlayed } from '../resume/played-tracks.ts'

/** Milliseconds: what was asked for with the first sign of a token is not asked for again when Home stands. */
const JUST_NOW = 2_000

/**
 * Albums the listener may want to hear, each with why. Whoever they follow and whatever they begin to play
 * changes them: they are asked for anew each time they are to be shown, and stay as they are meanwhile.
 */
export const suggestionsQuery = (token: string | null) =>
  queryOptions({
    queryKey: ownKey(token, 'interests', 'albums'),
    enabled: token !== null,
    queryFn: ({ signal }) => call(fetchInterestedAlbums, {}, signal),
    staleTime: JUST_NOW,
    throwOnError: false,
  })

/** Those that are not fully played in this browser either: the service may not have heard of it (ENG-25). */
export function withoutPlayed<Row extends Pick<Album, '_id' | 'tracks'>>(albums: readonly Row[]): Row[] {
  const counts = new Map(albums.map(({ _id, tracks }) => [_id, tracks.length]))
  const played = new Set(fullyPlayed(readPlayed(), counts))
  return albums.filter(({ _id }) => !played.has(_id))
}
