import { posix } from 'node:path'
import type { Database } from '../../database/tables.ts'
import type { MediaStorage } from '../storage/media-storage.ts'
import { isBackupRunning } from '../storage/running-backup-store.ts'
import { PICTURES } from './picture-path.ts'
import { readUsedPictures } from './used-picture-store.ts'

/** Files younger than this may still be being written. */
const TEMPORARY_MS = 3_600_000
/** Younger pictures may belong to an import whose records are not written yet. */
const UNUSED_MS = 86_400_000
const HASH_LENGTH = 22

/**
 * Removes catalogue pictures that no record uses, and temporary files of crashed processes. Call it only
 * while no other import runs. Does not remove pictures during a backup.
 */
export async function deleteUnusedPictures(
  db: Database,
  storage: MediaStorage,
  now = Date.now(),
): Promise<void> {
  await storage.removeUnfinished(PICTURES, now - TEMPORARY_MS)
  const used = await readUsed(db)
  if (await isBackupRunning(db)) return
  for await (const object of storage.list(`${PICTURES}/`)) {
    if (used.has(stemOf(posix.basename(object.name)))) continue
    const found = await object.stat()
    // A failure is retried by the next import.
    if (found && found.mtimeMs < now - UNUSED_MS) await storage.remove(object.name).catch(() => {})
  }
}

/** Stems of the file names of all pictures in use. */
async function readUsed(db: Database): Promise<Set<string>> {
  const used = new Set<string>()
  for (const { picturePath } of await readUsedPictures(db)) used.add(stemOf(picturePath))
  return used
}

/** `k3f….webp` and `k3f…-256.avif` → `k3f…`; the hash itself may hold hyphens. */
function stemOf(name: string): string {
  return name.slice(0, HASH_LENGTH)
}
