import { fetchOwnData } from '@refrain/contract/own-data'
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '../database/open.ts'
import { write } from '../database/retry.ts'
import { bindStreamed } from '../http/bind-list.ts'
import type { CleanUps } from '../jobs/clean-ups.ts'
import type { LiveUpdates } from '../live-updates/live-updates.ts'
import type { UploadParts } from '../media/uploads/store-upload.ts'
import { registerArchive } from './archive/routes.ts'
import { CollectionPlaylists } from './collection-playlists/collection-playlists.ts'
import { registerCollectionPlaylists } from './collection-playlists/routes.ts'
import { exportOwnData, type ReadNotificationData } from './export/read-own-data.ts'
import { registerFollows } from './follows/routes.ts'
import { registerKeptAlbums } from './kept-albums/routes.ts'
import { registerLikes } from './likes/routes.ts'
import { registerMatching } from './matching/match-routes.ts'
import { registerPlaylists } from './playlists/routes.ts'
import { registerPlaylistTracks } from './playlists/track-routes.ts'
import { registerRatings } from './ratings/routes.ts'
import { emptyPlaylistTrash } from './trash/deleted-playlist-store.ts'
import { emptyTrash } from './trash/trash-store.ts'

export interface LibraryParts {
  readonly open: Pick<OpenDatabase, 'db' | 'dialect'>
  readonly cleanUps: CleanUps
  /** For the pictures of imported playlists. */
  readonly uploads: UploadParts
  readonly liveUpdates: LiveUpdates
  /** Whether playlist files of the collection are playlists that everybody sees. */
  readonly offersCollectionPlaylists: boolean
  /** Whether only members may see who has an account. */
  readonly profilesForMembers: boolean
  /** For the export of a listener's own data. */
  readonly readNotificationData: ReadNotificationData
}

export async function registerLibrary(app: FastifyInstance, parts: LibraryParts): Promise<void> {
  const { open, cleanUps, uploads, liveUpdates, readNotificationData } = parts
  const { db } = open
  const collectionPlaylists = new CollectionPlaylists(db, parts.offersCollectionPlaylists)
  registerFollows(app, db, liveUpdates)
  registerKeptAlbums(app, db, liveUpdates)
  registerRatings(app, db, liveUpdates)
  registerPlaylists(app, db, liveUpdates)
  registerPlaylistTracks(app, db, liveUpdates)
  registerCollectionPlaylists(app, collectionPlaylists, !parts.profilesForMembers)
  registerLikes(app, db, liveUpdates)
  registerMatching(app, open)
  cleanUps.add('forgotten tracks', now => write(db, tx => emptyTrash(tx, now)))
  cleanUps.add('deleted playlists', now => write(db, tx => emptyPlaylistTrash(tx, now)))
  bindStreamed(app, fetchOwnData, (_input, { userId }) => exportOwnData(db, userId, readNotificationData))
  await registerArchive(app, uploads, liveUpdates)
}
