import { fetchTracksByIds, type Track } from '@refrain/contract/catalogue/tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import { queryOptions } from '@tanstack/react-query'
import { readToken } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { byId } from './playlist-tracks-query.ts'
import { playlistsQuery } from './playlists-query.ts'

/** Of so many first tracks the covers of a playlist are taken. */
export const MAX_COVER_TRACKS = 8

/** The ids of the tracks that a playlist without a picture of its own takes its cover from. */
const coverIds = ({ profile_path, tracks }: Playlist) =>
  profile_path === '' ? tracks.slice(0, MAX_COVER_TRACKS) : []

/** The records of those tracks. */
export const coverTracksQuery = (playlist: Playlist) => {
  const ids = coverIds(playlist)
  return queryOptions({
    queryKey: ['tracks', 'first', ids.join(' ')],
    enabled: ids.length > 0,
    queryFn: () => load(playlist),
    staleTime: Number.POSITIVE_INFINITY,
    // A playlist does without its cover as well.
    throwOnError: false,
  })
}

/** What was asked for, by the id of each track. */
const asked = new Map<string, Promise<ReadonlyMap<string, Track>>>()

/** Whoever asks first asks for all playlists of the Library: one call, however many cards there are. */
async function load(playlist: Playlist): Promise<readonly Track[]> {
  const all = queryClient.getQueryData(playlistsQuery(await readToken()).queryKey) ?? []
  const ids = new Set([playlist, ...all].flatMap(coverIds))
  const missing = [...ids].filter(id => !asked.has(id))
  if (missing.length > 0) {
    const answer = call(fetchTracksByIds, { tracksArray: missing }).then(byId)
    for (const id of missing) asked.set(id, answer)
    answer.catch(() => {
      for (const id of missing) asked.delete(id)
    })
  }
  const own = coverIds(playlist)
  const answers = await Promise.all(own.map(id => asked.get(id)))
  return own.flatMap((id, place) => answers[place]?.get(id) ?? [])
}
