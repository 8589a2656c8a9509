import type { Album } from '@refrain/contract/catalogue/albums'
import { countLimits } from '@refrain/contract/limits'
import { lockUser } from '../../account/user-store.ts'
import { filterExistingAlbumIds, readAlbumsByIds } from '../../catalogue/album-store.ts'
import { inChunks, LIST_SLICE } from '../../database/in-chunks.ts'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { NotFoundError, RequestError } from '../../http/errors/request-errors.ts'
import * as store from './kept-album-store.ts'

/** The albums a listener keeps, most recently kept first, in slices. */
export async function* readKeptAlbums(db: Database, userId: string): AsyncGenerator<Album[]> {
  for (const ids of inChunks(await store.readKeptAlbumIds(db, userId), LIST_SLICE))
    yield await readAlbumsByIds(db, ids)
}

/** @throws NotFoundError for an unknown album, RequestError (409) for too many */
export function keepAlbum(db: Database, userId: string, albumId: string): Promise<void> {
  return write(db, async tx => {
    await lockUser(tx, userId)
    const known = await filterExistingAlbumIds(tx, [albumId])
    if (known.length === 0) throw new NotFoundError('There is no such album.')
    await keepAlbums(tx, userId, known)
  })
}

/** Does nothing for an album that the listener does not keep. */
export function releaseAlbum(db: Database, userId: string, albumId: string): Promise<void> {
  return write(db, async tx => {
    await lockUser(tx, userId)
    await store.deleteKeptAlbums(tx, userId, [albumId])
  })
}

/** @param albumIds existing ones. @returns how many are new @throws RequestError (409) for too many */
export async function keepAlbums(
  tx: Transaction,
  userId: string,
  albumIds: readonly string[],
): Promise<number> {
  const now = Date.now()
  let added = 0
  for (const chunk of inChunks(albumIds))
    added += await store.insertKeptAlbums(
      tx,
      userId,
      chunk.map(id => ({ id, at: now })),
    )
  if (added > 0 && (await store.countKeptAlbums(tx, userId)) > countLimits.keptAlbums)
    throw new RequestError(409, `Nobody keeps more than ${countLimits.keptAlbums} albums.`)
  return added
}
