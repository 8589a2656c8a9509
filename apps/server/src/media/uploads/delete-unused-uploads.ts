import { posix } from 'node:path'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { UPLOADS } from '../pictures/picture-path.ts'
import type { MediaStorage, StoredObject } from '../storage/media-storage.ts'
import { isBackupRunning } from '../storage/running-backup-store.ts'
import { deleteUnusedBefore, filterUploadIds } from './upload-store.ts'
import { deleteTargetsBefore } from './upload-target-store.ts'

/** How long an unused upload stays. */
const UNSHOWN_MS = 86_400_000
/** Younger files may still get their row. */
const YOUNG_MS = 3_600_000
const ID_LENGTH = 22
const CHUNK = 500

/**
 * Removes unused uploads, and files without a row: of replaced pictures, deleted accounts and interrupted
 * uploads. Does not remove files during a backup. What frees space without writing a row comes first: the disk may be full.
 */
export async function deleteUnusedUploads(
  { db, storage }: { readonly db: Database; readonly storage: MediaStorage },
  now = Date.now(),
): Promise<void> {
  await storage.removeUnfinished(UPLOADS, now - YOUNG_MS)
  await sweepFiles({ db, storage }, now)
  const isUnused = await write(db, async tx => {
    await deleteTargetsBefore(tx, now)
    return deleteUnusedBefore(tx, now - UNSHOWN_MS)
  })
  if (isUnused) await sweepFiles({ db, storage }, now)
}

/** Removes the files of uploads that have no row. */
async function sweepFiles(
  { db, storage }: { readonly db: Database; readonly storage: MediaStorage },
  now: number,
): Promise<void> {
  let chunk: StoredObject[] = []
  for await (const object of storage.list(`${UPLOADS}/`)) {
    chunk.push(object)
    if (chunk.length < CHUNK) continue
    await sweepObjects(db, storage, chunk, now)
    chunk = []
  }
  if (chunk.length > 0) await sweepObjects(db, storage, chunk, now)
}

async function sweepObjects(
  db: Database,
  storage: MediaStorage,
  objects: readonly StoredObject[],
  now: number,
): Promise<void> {
  const idOf = ({ name }: StoredObject) => posix.basename(name).slice(0, ID_LENGTH)
  // A transaction ends when all before it is on the disk: a power cut must not bring back a row whose files are gone. It
  // writes nothing, so a full disk does not stop it.
  const known = await write(db, tx => filterUploadIds(tx, [...new Set(objects.map(idOf))]))
  if (await isBackupRunning(db)) return
  for (const object of objects) {
    if (known.has(idOf(object))) continue
    const found = await object.stat()
    if (found && now - found.mtimeMs >= YOUNG_MS) await storage.remove(object.name)
  }
}
