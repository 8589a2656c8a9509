import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file under a temporary name and renames it, so that readers never see half of it.
 * @param durable also flushes the file and its folder to the disk
 */
export async function writeAtomically(
  path: string,
  bytes: Uint8Array,
  { durable = false }: { durable?: boolean } = {},
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
  if (durable) await syncFolder(dirname(path))
}

/** Flushes the folder entry of the new name. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders.
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => {})
  await folder?.close()
}
