import { countAlbumPlays } from '@refrain/contract/listening'
import { fullyPlayed } from '@refrain/player/played'
import { readToken } from '../account/session.ts'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { CallError } from '../api/send.ts'
import { albumQuery } from '../catalogue/catalogue-queries.ts'
import { keepLocally } from '../ui/local-storage.ts'
import { readPlayed } from './keep-played.ts'
import { COUNTED, readRecord } from './kept-values.ts'

/** Most albums looked at on one load; the others come with the next. */
const MOST_LOOKED_AT = 20

/**
 * Has the albums counted that have been played fully since Home was loaded last, for members only (ENG-24,
 * READ-05). Only albums of which more was played meanwhile are looked at.
 */
export async function countPlayedAlbums(): Promise<void> {
  const played = readPlayed()
  const before = readRecord(COUNTED)
  const changed = Object.keys(played).filter(id => played[id]?.length !== before[id])
  if (changed.length === 0) return
  const token = await readToken()
  if (token === null) return
  const counts = await Promise.all(changed.slice(-MOST_LOOKED_AT).map(trackCount))
  const known = new Map(counts.filter(([, count]) => count !== undefined) as [string, number][])
  const albums = fullyPlayed(played, known)
  try {
    if (albums.length > 0) await call(countAlbumPlays, { albums })
  } catch {
    console.error('Failed to update play count')
    return
  }
  // Of who has left meanwhile nothing is kept.
  if ((await readToken()) !== token) return
  const after = Object.keys(played).map(id => [id, known.has(id) ? played[id]?.length : before[id]])
  keepLocally(COUNTED, JSON.stringify(Object.fromEntries(after)))
}

/** How many tracks an album has, 0 where it is gone; undefined where that cannot be told now. */
async function trackCount(id: string): Promise<readonly [string, number | undefined]> {
  try {
    return [id, (await queryClient.ensureQueryData(albumQuery(id))).tracks.length]
  } catch (error) {
    return [id, error instanceof CallError && error.status === 404 ? 0 : undefined]
  }
}
