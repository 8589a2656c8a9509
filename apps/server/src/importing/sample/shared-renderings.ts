import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { log } from '../../log/log.ts'
import { writeAtomically } from '../../media/files/write-atomically.ts'
import type { MediaStorage } from '../../media/storage/media-storage.ts'

/** Tracks of the sample catalogue that one service has rendered, for others with the same storage. */
export interface SharedRenderings {
  /** Writes the rendered track to `path`. @returns false if no service has rendered it yet, or the storage is away */
  fetch(path: string, audioId: string): Promise<boolean>
  /** Stores a rendered track. A failure is logged: then each service renders it. */
  save(path: string, audioId: string): Promise<void>
}

export function shareRenderings(storage: MediaStorage): SharedRenderings {
  // By its audio: another version may render another catalogue.
  const nameOf = (path: string, audioId: string) => `sample/${audioId}${extname(path)}`
  const report = (error: Error) => log.error(`The sample catalogue could not be shared: ${error.message}`)
  return {
    async fetch(path, audioId) {
      if (!storage.isRemote) return false
      const bytes = await storage.read(nameOf(path, audioId)).catch(report)
      if (bytes) await writeAtomically(path, bytes)
      return bytes !== undefined
    },
    async save(path, audioId) {
      if (!storage.isRemote) return
      await storage.write([{ name: nameOf(path, audioId), bytes: await readFile(path) }]).catch(report)
    },
  }
}
