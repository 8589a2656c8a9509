import { expect, it } from 'vitest'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { deleteUnusedPictures } from '../media/pictures/delete-unused-pictures.ts'
import { derivativeName, originalName } from '../media/pictures/picture-path.ts'
import type { MediaStorage } from '../media/storage/media-storage.ts'
import { deleteUnusedUploads } from '../media/uploads/delete-unused-uploads.ts'
import { uploadName } from '../media/uploads/upload-name.ts'
import { releaseUpload } from '../media/uploads/upload-store.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { runAlone } from './backup-lease.ts'
import { makeBackup } from './make-backup.ts'
import { folderTarget } from './repository/folder-target.ts'
import { openOrCreateRepository } from './repository/repository.ts'
import type { BackupTarget } from './repository/target.ts'
import { restoreBackup } from './restore-backup.ts'
import { fillLibrary } from './testing/fill-library.ts'
import { emptyPlace, openPlace, SERVICE } from './testing/places.ts'

const DAY_MS = 86_400_000
const COVER = `${'c'.repeat(22)}.webp`
const UPLOAD_ID = 'u'.repeat(22)
const FILES = [derivativeName(COVER, 96, 'webp'), originalName(uploadName(UPLOAD_ID))]

/** Stores a cover and a listener's picture as they are some days after their upload. */
async function addPictures(db: Database, storage: MediaStorage): Promise<void> {
  const mtimeMs = Date.now() - 2 * DAY_MS
  await storage.write(FILES.map(name => ({ name, bytes: Buffer.from(name), mtimeMs })))
  const picture = { user_id: 'listener', playlist_id: null, bytes: 1, color: '', thumbhash: '' }
  await db
    .insertInto('uploads')
    .values({ ...picture, id: UPLOAD_ID, kept_at: mtimeMs })
    .execute()
  await db
    .updateTable('users')
    .set({ profile_path: uploadName(UPLOAD_ID) })
    .execute()
  await db.updateTable('albums').set({ profile_path: COVER }).execute()
}

/** Nothing uses the pictures any more, and the service and an import clean up. */
async function replacePictures(db: Database, storage: MediaStorage): Promise<void> {
  await db.updateTable('albums').set({ profile_path: '' }).execute()
  await db.updateTable('users').set({ profile_path: '' }).execute()
  await write(db, tx => releaseUpload(tx, 'listener', uploadName(UPLOAD_ID)))
  await cleanUp(db, storage)
}

async function cleanUp(db: Database, storage: MediaStorage): Promise<void> {
  await deleteUnusedPictures(db, storage)
  await deleteUnusedUploads({ db, storage })
}

const presentIn = async (storage: MediaStorage) =>
  Promise.all(FILES.map(async name => (await storage.stat(name)) !== undefined))

it.each(['embedded', 'PostgreSQL'] as const)(
  'a backup of the %s database has the pictures that are replaced while it runs',
  async name => {
    const place = await emptyPlace(name)
    const { db } = await openPlace(place)
    await fillLibrary(db)
    await addPictures(db, place.storage)
    const target = folderTarget(temporaryFolder())
    let isReplaced = false
    const slow: BackupTarget = {
      ...target,
      async write(object, bytes) {
        const isFirstChunk = !isReplaced && object.startsWith('chunks/')
        if (isFirstChunk) {
          isReplaced = true
          await replacePictures(db, place.storage)
        }
        await target.write(object, bytes)
      },
    }
    const repository = await openOrCreateRepository(slow, '', SERVICE)
    const { result } = (await runAlone(db, () => makeBackup(place, repository)))!
    expect(isReplaced).toBe(true)
    const restored = await emptyPlace(name)
    await restoreBackup(repository, result.id, restored)
    expect(await presentIn(restored.storage)).toEqual([true, true])
    const { db: found } = await openPlace(restored)
    expect((await found.selectFrom('albums').select('profile_path').execute())[0]?.profile_path).toBe(COVER)

    await cleanUp(db, place.storage)
    expect(await presentIn(place.storage)).toEqual([false, false])
  },
)
