import { basename, dirname } from 'node:path'
import type { CollectionBuckets } from '../../media/storage/collection-buckets.ts'
import { detectFileKind } from './file-kinds.ts'
import { type KindedFile, type SkippedPath, toFolder, type WalkedRoot } from './walk-root.ts'

/**
 * Walks a folder of a bucket with one listing. Ignores hidden names, like the walk of a folder.
 * @param root `s3://bucket/prefix`, without a slash at the end
 * @throws ObjectStorageError if it cannot be listed
 */
export async function walkBucket(
  root: string,
  buckets: CollectionBuckets,
  signal?: AbortSignal,
): Promise<WalkedRoot> {
  const folders = new Map<string, KindedFile[]>()
  const passed: SkippedPath[] = []
  for await (const { path, size, mtimeMs, etag } of buckets.list(root)) {
    signal?.throwIfAborted()
    const inside = path.slice(root.length + 1)
    // Empty names stand for folders.
    if (inside.split('/').some(name => name === '' || name.startsWith('.'))) continue
    const name = basename(path)
    const kind = detectFileKind(name)
    if (kind.kind === 'other') continue
    if (kind.kind === 'unsupported') {
      passed.push({ path, reason: `${kind.format} is not supported`, mayExist: false })
      continue
    }
    const folder = folders.get(dirname(path)) ?? []
    folder.push({ kind: kind.kind, file: { path, name, size, mtimeMs, changedMs: mtimeMs, etag } })
    folders.set(dirname(path), folder)
  }
  const found = Array.from(folders, ([path, files]) => toFolder(path, files))
  return { folders: found.sort((a, b) => (a.path < b.path ? -1 : 1)), devices: new Map(), passed }
}
