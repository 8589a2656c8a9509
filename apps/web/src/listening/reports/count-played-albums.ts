import { countAlbumPlays, fetchPlayedTracks } from '@refrain/contract/listening/plays'
import { fullyPlayed, type PlayedTracks } from '@refrain/player/history/played-tracks'
import { readToken } from '../../account/session.ts'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { CallError } from '../../api/send.ts'
import { albumQuery } from '../../catalogue/catalogue-queries.ts'
import { writeLocal } from '../../ui/browser/local-storage.ts'
import { mergePlayed, readPlayed } from '../resume/played-tracks.ts'
import { COUNTED, readRecord } from '../resume/saved-values.ts'
import { reportFailure } from './report-failure.ts'

/** Maximum number of albums checked per load; the rest follows on the next. */
const MAX_ALBUMS = 20

/**
 * Reports albums that were fully played since Home was last loaded; members only. Checks only albums with new
 * plays in this browser, and merges the plays from other devices, so that an album finished on a second
 * device counts there.
 */
export async function countPlayedAlbums(): Promise<void> {
  const here = readPlayed()
  const before = readRecord(COUNTED)
  const changed = Object.keys(here)
    .filter(id => here[id]?.length !== before[id])
    .slice(-MAX_ALBUMS)
  if (changed.length === 0) return
  const token = await readToken()
  if (token === null) return
  const [elsewhere, ...counts] = await Promise.all([fetchPlayedOnServer(), ...changed.map(trackCount)])
  // The user has logged out meanwhile.
  if ((await readToken()) !== token) return
  const played = mergePlayed(elsewhere, changed)
  const known = new Map(counts.filter(([, count]) => count !== undefined) as [string, number][])
  const albums = fullyPlayed(played, known)
  try {
    if (albums.length > 0) await call(countAlbumPlays, { albums })
  } catch {
    return reportFailure(token, 'Failed to update play count')
  }
  if ((await readToken()) !== token) return
  const after = Object.keys(played).map(id => [id, known.has(id) ? played[id]?.length : before[id]])
  writeLocal(COUNTED, JSON.stringify(Object.fromEntries(after)))
}

/** Plays known to the server; empty if it cannot be reached. */
async function fetchPlayedOnServer(): Promise<PlayedTracks> {
  return call(fetchPlayedTracks, {}).catch(() => ({}))
}

/** Number of tracks of an album, 0 if it is gone; undefined if it cannot be loaded. */
async function trackCount(id: string): Promise<readonly [string, number | undefined]> {
  try {
    return [id, (await queryClient.ensureQueryData(albumQuery(id))).tracks.length]
  } catch (error) {
    return [id, error instanceof CallError && error.status === 404 ? 0 : undefined]
  }
}
