import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file so that nobody ever sees half of it: aside, and put in place at once.
 * @param durable waits until it has reached the disk
 */
export async function writeAtomically(
  path: string,
  bytes: Uint8Array,
  { durable = false }: { durable?: boolean } = {},
): Promise<void> {
  const aside = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(aside, 'wx')
    try {
      await file.writeFile(bytes)
      if (durable) await file.sync()
    } finally {
      await file.close()
    }
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
  if (durable) await syncFolder(dirname(path))
}

/** The name reaches the disk with its folder. */
async function syncFolder(path: string): Promise<void> {
  // Windows has no such thing.
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => {})
  await folder?.close()
}
