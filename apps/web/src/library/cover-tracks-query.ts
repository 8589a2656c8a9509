import { fetchTracksByIds, type Track } from '@refrain/contract/catalogue'
import { MAX_IDS } from '@refrain/contract/limits'
import type { Playlist } from '@refrain/contract/playlists'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'

/** Of so many first tracks the covers of a playlist are taken. */
export const LOOKED_AT = 8
const MINUTES = 30 * 60_000

/** The ids of the tracks that a playlist without a picture of its own takes its cover from. */
const idsOf = ({ profile_path, tracks }: Playlist) => (profile_path === '' ? tracks.slice(0, LOOKED_AT) : [])

/** The records of those tracks. Many playlists side by side ask together, in one call. */
export const coverTracksQuery = (playlist: Playlist) => {
  const ids = idsOf(playlist)
  return queryOptions({
    queryKey: ['tracks', 'first', ids.join(' ')],
    enabled: ids.length > 0,
    queryFn: () => askTogether(ids),
    staleTime: MINUTES,
    // A playlist does without its cover as well.
    throwOnError: false,
  })
}

/** Ids that are asked for until the end of this task, and what comes of that. */
let asking: { readonly ids: Set<string>; readonly answer: Promise<ReadonlyMap<string, Track>> } | undefined

async function askTogether(ids: readonly string[]): Promise<readonly Track[]> {
  if (!asking || asking.ids.size + ids.length > MAX_IDS) {
    const all = new Set<string>()
    asking = { ids: all, answer: new Promise(resolve => setTimeout(resolve)).then(() => ask(all)) }
  }
  for (const id of ids) asking.ids.add(id)
  const known = await asking.answer
  return ids.flatMap(id => known.get(id) ?? [])
}

async function ask(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, Track>> {
  asking = undefined
  const tracks = await call(fetchTracksByIds, { tracksArray: [...ids] })
  return new Map(tracks.map(track => [track._id, track]))
}
