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
 * uploads. Does not remove files during a backup.
 */
export async function deleteUnusedUploads(
  { db, storage }: { readonly db: Database; readonly storage: MediaStorage },
  now = Date.now(),
): Promise<void> {
  await write(db, async tx => {
    await deleteUnusedBefore(tx, now - UNSHOWN_MS)
    await deleteTargetsBefore(tx, now)
  })
  await storage.removeUnfinished(UPLOADS, now - YOUNG_MS)
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
  // A transaction ends when all before it is on the disk: a power cut must not bring back a row whose files are gone.
  const known = await write(db, tx => filterUploadIds(tx, [...new Set(objects.map(idOf))]))
  if (await isBackupRunning(db)) return
  for (const object of objects) {
    if (known.has(idOf(object))) continue
    const found = await object.stat()
    if (found && now - found.mtimeMs >= YOUNG_MS) await storage.remove(object.name)
  }
}
