import type { OwnData } from '@refrain/contract/own-data'
import { readUser } from '../../account/user-store.ts'
import type { Database } from '../../database/tables.ts'
import { UnauthorizedError } from '../../http/errors/request-errors.ts'
import { readPlayed } from '../../listening/played-track-store.ts'
import { readPlaylistRows } from '../playlists/playlist-store.ts'
import { withTracks } from '../playlists/playlists.ts'
import { readAccountData, readListeningData, readSongs } from './own-data-store.ts'

/** Reads the notifications domain's part of the export: this domain may not import it. */
export type ReadNotificationData = (
  db: Database,
  userId: string,
) => Promise<Pick<OwnData, 'permissions' | 'devices'>>

/** Exports everything stored about a listener, except what would let somebody sign in. */
export async function readOwnData(
  db: Database,
  userId: string,
  readNotificationData: ReadNotificationData,
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
    ...(await readListeningData(db, userId)),
    playlists,
    playedTracks: await readPlayed(db, userId),
    ...(await readNotificationData(db, userId)),
  }
}
