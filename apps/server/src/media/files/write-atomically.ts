import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file under a temporary name and renames it, so that readers never see half of it.
 * @param durable also flushes the file to the disk, and its name unless 'content': then the caller does
 */
export async function writeAtomically(
  path: string,
  bytes: Uint8Array,
  { durable = false }: { durable?: boolean | 'content' } = {},
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(bytes)
      if (durable) await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  if (durable === true) await syncFolder(dirname(path))
}

/**
 * Creates a folder below `root` unless it is there, and flushes the names of the folders between them to the disk:
 * another process may have created one a moment ago.
 */
export async function makeDurableFolder(root: string, path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  for (let at = path; at !== root && at !== dirname(at); at = dirname(at)) await syncFolder(dirname(at))
}

/** Windows cannot open folders, and some network file systems cannot flush them. */
const UNSUPPORTED = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'ENOTSUP'])

/**
 * Flushes the names in a folder to the disk, where the file system can.
 * @throws Error if the disk fails or is full: the names may be lost
 */
export async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r')
    await folder.sync().finally(() => folder.close())
  } catch (error) {
    if (!UNSUPPORTED.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
