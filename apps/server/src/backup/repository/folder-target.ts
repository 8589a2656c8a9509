import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { writeAtomically } from '../../media/files/write-atomically.ts'
import type { BackupTarget } from './target.ts'

/** A backup has email addresses and password hashes: only its owner may open it. */
const OWNER_ONLY = 0o700

/** Stores backups in a folder, which is created by the first write. */
export function folderTarget(folder: string): BackupTarget {
  const pathOf = (name: string) => join(folder, ...name.split('/'))
  return {
    label: folder,
    async list(prefix) {
      const entries = await readdir(pathOf(prefix), { recursive: true, withFileTypes: true }).catch(
        ignoreMissing,
      )
      return (entries ?? [])
        .filter(entry => entry.isFile() && !entry.name.endsWith('.tmp'))
        .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    },
    async read(name) {
      return await readFile(pathOf(name)).catch(ignoreMissing)
    },
    async write(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY })
      await writeAtomically(path, bytes, { durable: true })
    },
    async remove(name) {
      await rm(pathOf(name), { force: true })
    },
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
