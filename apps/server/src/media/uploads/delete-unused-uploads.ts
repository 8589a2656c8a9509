import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { listFolder } from '../files/list-folder.ts'
import type { UploadParts } from './store-upload.ts'
import { uploadsFolder } from './upload-path.ts'
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
 * uploads.
 */
export async function deleteUnusedUploads(
  { db, dataDir }: Pick<UploadParts, 'db' | 'dataDir'>,
  now = Date.now(),
): Promise<void> {
  await write(db, async tx => {
    await deleteUnusedBefore(tx, now - UNSHOWN_MS)
    await deleteTargetsBefore(tx, now)
  })
  const root = join(uploadsFolder(dataDir), 'pictures')
  for (const folder of await listFolder(root)) {
    const names = await listFolder(join(root, folder))
    for (let at = 0; at < names.length; at += CHUNK) {
      await sweepFiles(db, join(root, folder), names.slice(at, at + CHUNK), now)
    }
  }
}

async function sweepFiles(
  db: Database,
  folder: string,
  names: readonly string[],
  now: number,
): Promise<void> {
  const idOf = (name: string) => name.slice(0, ID_LENGTH)
  const known = await filterUploadIds(db, [...new Set(names.map(idOf))])
  for (const name of names) {
    if (known.has(idOf(name)) && !name.endsWith('.tmp')) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs >= YOUNG_MS) await rm(path, { force: true })
  }
}
