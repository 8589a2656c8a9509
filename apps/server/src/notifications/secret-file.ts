import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * What only this service knows, in a file that nobody else may read; made where it is not there yet. Of several
 * processes that start at once all get the same.
 */
export async function readOrCreateSecret(path: string, make: () => string): Promise<string> {
  const kept = await readIfThere(path)
  if (kept !== undefined) return kept
  await mkdir(dirname(path), { recursive: true })
  const aside = `${path}.${randomUUID()}.tmp`
  try {
    await writeFile(aside, make(), { mode: 0o600, flag: 'wx', flush: true })
    await putInPlace(aside, path)
  } finally {
    await rm(aside, { force: true })
  }
  return readFile(path, 'utf8')
}

/** A link is never made over what is there. Where the disk knows no links, the name is taken as it is. */
async function putInPlace(aside: string, path: string): Promise<void> {
  try {
    await link(aside, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rename(aside, path)
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
