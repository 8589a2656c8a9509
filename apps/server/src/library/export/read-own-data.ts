import type { OwnData } from '@refrain/contract/own-data'
import { readUser } from '../../account/user-store.ts'
import type { Database } from '../../database/tables.ts'
import { UnauthorizedError } from '../../http/errors/request-errors.ts'
import { readPlayed } from '../../listening/played-track-store.ts'
import { readPlaylistRows } from '../playlists/playlist-store.ts'
import { withTracks } from '../playlists/playlists.ts'
import { readAccountData, readHeardData, readSongs } from './own-data-store.ts'

/** Reads what the words below keep of a listener. */
export type ReadNotificationData = (
  db: Database,
  userId: string,
) => Promise<Pick<OwnData, 'permissions' | 'devices'>>

/** Everything the service knows about a listener, apart from what would let somebody sign in. */
export async function readOwnData(
  db: Database,
  userId: string,
  further: ReadNotificationData,
): Promise<OwnData> {
  const user = await readUser(db, userId)
  if (!user) throw new UnauthorizedError()
  const playlists: OwnData['playlists'] = []
  for (const row of await readPlaylistRows(db, userId)) {
    playlists.push({ ...(await withTracks(db, row)), songs: await readSongs(db, row.id) })
  }
  return {
    madeAt: new Date().toISOString(),
    user,
    ...(await readAccountData(db, userId)),
    ...(await readHeardData(db, userId)),
    playlists,
    playedTracks: await readPlayed(db, userId),
    ...(await further(db, userId)),
  }
}
