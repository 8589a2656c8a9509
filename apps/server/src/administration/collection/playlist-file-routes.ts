import {
  fetchPlaylistFiles,
  removePlaylistFile,
  restorePlaylistFile,
  updatePlaylistOwner,
} from '@refrain/contract/administration/playlist-files'
import type { FastifyInstance } from 'fastify'
import { readProfile } from '../../account/user-store.ts'
import { incrementCatalogueVersion } from '../../catalogue/version-writer.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { readPlaylistTitle } from '../../library/collection-playlists/collection-playlist-store.ts'
import {
  removeCollectionPlaylist,
  restoreCollectionPlaylist,
  updateOwner,
} from '../../library/collection-playlists/collection-playlist-writer.ts'
import { NoSuchPlaylistError } from '../../library/playlists/playlists.ts'
import { type AdministrativeCaller, recordAction } from '../audit/record-action.ts'
import { countRepeatedAlbums, readPlaylistFiles } from './playlist-file-store.ts'
import { readPage } from './read-page.ts'

const SUCCESS = { success: true } as const

/** Registers what administrators do with the playlist files of the collection. @param isOn the setting */
export function registerPlaylistFiles(app: FastifyInstance, db: Database, isOn: boolean): void {
  bind(app, fetchPlaylistFiles, async ({ after }) => {
    const repeatingAlbums = await countRepeatedAlbums(db)
    const { rows, next } = await readPage(after, slice => readPlaylistFiles(db, slice))
    return { isOn, repeatingAlbums, files: rows, ...next }
  })
  bind(app, updatePlaylistOwner, async ({ id, ownerId }, by) => {
    const owner = ownerId === null ? undefined : await readProfile(db, ownerId)
    if (ownerId !== null && !owner) throw new NotFoundError('There is no such listener.')
    return change(db, by, { id, action: 'changedPlaylistOwner', personId: ownerId }, tx =>
      updateOwner(tx, id, ownerId),
    )
  })
  bind(app, removePlaylistFile, ({ id }, by) =>
    change(db, by, { id, action: 'removedPlaylist' }, tx => removeCollectionPlaylist(tx, id)),
  )
  bind(app, restorePlaylistFile, ({ id }, by) =>
    change(db, by, { id, action: 'restoredPlaylist' }, tx => restoreCollectionPlaylist(tx, id)),
  )
}

interface Change {
  readonly id: string
  readonly action: 'changedPlaylistOwner' | 'removedPlaylist' | 'restoredPlaylist'
  readonly personId?: string | null
}

/** @throws NoSuchPlaylistError if `work` finds none */
async function change(
  db: Database,
  by: AdministrativeCaller,
  { id, action, personId }: Change,
  work: (tx: Transaction) => Promise<boolean>,
) {
  await write(db, async tx => {
    const detail = await readPlaylistTitle(tx, id)
    if (!(await work(tx))) throw new NoSuchPlaylistError()
    await recordAction(tx, by, action, { detail: detail ?? '', ...(personId && { personId }) })
    // What listeners see of them is cached.
    await incrementCatalogueVersion(tx)
  })
  return SUCCESS
}
