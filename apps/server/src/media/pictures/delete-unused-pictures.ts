import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../database/tables.ts'
import { listFolder } from '../files/list-folder.ts'
import { readUsedPictures } from './used-picture-store.ts'

/** Files younger than this may still be being written. */
const TEMPORARY_MS = 3_600_000
/** Younger pictures may belong to an import whose records are not written yet. */
const UNUSED_MS = 86_400_000
const HASH_LENGTH = 22

/**
 * Removes catalogue pictures that no record uses, and temporary files of crashed processes. Call it only
 * while no other import runs.
 */
export async function deleteUnusedPictures(db: Database, dataDir: string, now = Date.now()): Promise<void> {
  const root = join(dataDir, 'pictures')
  const folders = await listFolder(root)
  if (folders.length === 0) return
  const used = await readUsed(db)
  for (const folder of folders) {
    for (const name of await listFolder(join(root, folder))) {
      const isTemporary = name.endsWith('.tmp')
      if (!isTemporary && used.has(stemOf(name))) continue
      await removeOlder(join(root, folder, name), now - (isTemporary ? TEMPORARY_MS : UNUSED_MS))
    }
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

async function removeOlder(path: string, before: number): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  // Retried by the next import.
  if (found?.isFile() && found.mtimeMs < before) await rm(path, { force: true }).catch(() => {})
}
