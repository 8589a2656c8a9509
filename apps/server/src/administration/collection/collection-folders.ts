import { access, realpath } from 'node:fs/promises'
import type { Collection } from '@refrain/contract/administration/collection'
import type { Database } from '../../database/tables.ts'
import { isWithin } from '../../importing/collection/album-folders.ts'
import { readMusicFolders } from '../../importing/collection/music-folder-store.ts'
import { readRoots } from '../../importing/collection/root-store.ts'
import { isBucketPath } from '../../media/storage/collection-buckets.ts'

type Folder = Collection['folders'][number]

/**
 * The folders of the collection: those of the settings, those chosen in the browser, and those that were imported by hand.
 * None is inside another.
 * @param music the setting MUSIC
 */
export async function listFolders(db: Database, music: readonly string[]): Promise<Folder[]> {
  const roots = new Map((await readRoots(db)).map(row => [row.path, row.whole_at]))
  const given = await findRealPaths(music)
  const chosen = await findRealPaths(await readMusicFolders(db, music))
  const paths = [...new Set([...chosen, ...roots.keys()])]
  return paths
    .filter(path => !paths.some(other => other !== path && isWithin(other, path)))
    .sort()
    .map(path => {
      const at = roots.get(path) ?? null
      const importedAt = at === null ? null : new Date(at).toISOString()
      return { path, importedAt, canRemove: !given.includes(path) }
    })
}

const findRealPaths = (folders: readonly string[]) =>
  Promise.all(folders.map(path => (isBucketPath(path) ? path : realpath(path).catch(() => path))))

/**
 * The folders that an import can walk now: only those of the settings have to be there.
 * @param music the setting MUSIC
 */
export async function findScannable(db: Database, music: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const { path, canRemove } of await listFolders(db, music)) {
    const isThere =
      isBucketPath(path) ||
      !canRemove ||
      (await access(path).then(
        () => true,
        () => false,
      ))
    if (isThere) found.push(path)
  }
  return found
}
