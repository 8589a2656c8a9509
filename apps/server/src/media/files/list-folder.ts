import { readdir } from 'node:fs/promises'

/** The names in a folder; none where it does not exist or is a file. @throws when it cannot be read */
export async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return []
    throw error
  }
}
