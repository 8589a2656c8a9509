import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../media/files/write-atomically.ts'

/**
 * Reads a secret from a file that only the owner may read, creating it if needed. Processes that start at the same time
 * all get the same secret.
 */
export async function readOrCreateSecret(
  path: string,
  create: () => string | Promise<string>,
): Promise<string> {
  const existing = await readIfExists(path)
  if (existing !== undefined) return existing
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(temporary, await create(), { mode: 0o600, flag: 'wx', flush: true })
    await moveIntoPlace(temporary, path)
    await syncFolder(dirname(path))
  } finally {
    await rm(temporary, { force: true })
  }
  return readFile(path, 'utf8')
}

/** Links, because that fails if the target exists. Renames on file systems without hard links. */
async function moveIntoPlace(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(temporary, path)
  }
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
