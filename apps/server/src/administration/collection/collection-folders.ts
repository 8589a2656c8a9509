import { access, realpath } from 'node:fs/promises'
import type { Collection } from '@refrain/contract/administration/collection'
import type { Database } from '../../database/tables.ts'
import { isWithin } from '../../importing/collection/album-folders.ts'
import { readRoots } from '../../importing/collection/root-store.ts'
import { isBucketPath } from '../../media/storage/collection-buckets.ts'

type Folder = Collection['folders'][number]

/**
 * The folders of the collection: those of the settings, and those that were imported by hand. None is inside another.
 * @param configured the setting MUSIC
 */
export async function listFolders(db: Database, configured: readonly string[]): Promise<Folder[]> {
  const roots = new Map((await readRoots(db)).map(row => [row.path, row.whole_at]))
  const given = await Promise.all(
    configured.map(path => (isBucketPath(path) ? path : realpath(path).catch(() => path))),
  )
  const paths = [...new Set([...given, ...roots.keys()])]
  return paths
    .filter(path => !paths.some(other => other !== path && isWithin(other, path)))
    .sort()
    .map(path => {
      const at = roots.get(path) ?? null
      return { path, importedAt: at === null ? null : new Date(at).toISOString() }
    })
}

/** The folders that an import can walk now: a disk that was imported by hand may be unplugged. */
export async function findScannable(db: Database, configured: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const { path } of await listFolders(db, configured)) {
    const isThere =
      isBucketPath(path) ||
      configured.includes(path) ||
      (await access(path).then(
        () => true,
        () => false,
      ))
    if (isThere) found.push(path)
  }
  return found
}
