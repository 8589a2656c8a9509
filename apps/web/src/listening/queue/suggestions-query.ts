import type { Album } from '@refrain/contract/catalogue/albums'
import { fetchInterestedAlbums } from '@refrain/contract/listening/interests'
import { fullyPlayed } from '@refrain/player/history/played-tracks'
import { queryOptions } from '@tanstack/react-query'
import { ownKey } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { readPlayed } from '../resume/played-tracks.ts'

/** Milliseconds in which suggestions that were prefetched at startup are not fetched again by Home. */
const JUST_NOW = 2_000

/**
 * Suggested albums, each with a reason. Follows and plays change them, so they are refetched whenever they
 * are shown; visible ones do not change.
 */
export const suggestionsQuery = (token: string | null) =>
  queryOptions({
    queryKey: ownKey(token, 'interests', 'albums'),
    enabled: token !== null,
    queryFn: ({ signal }) => call(fetchInterestedAlbums, {}, signal),
    staleTime: JUST_NOW,
    throwOnError: false,
  })

/** Leaves out albums that were fully played in this browser: the server may not know yet. */
export function withoutPlayed<Row extends Pick<Album, 'id' | 'tracks'>>(albums: readonly Row[]): Row[] {
  const counts = new Map(albums.map(({ id, tracks }) => [id, tracks.length]))
  const played = new Set(fullyPlayed(readPlayed(), counts))
  return albums.filter(({ id }) => !played.has(id))
}
