import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { writeAtomically } from '../../media/files/write-atomically.ts'
import type { BackupTarget } from './target.ts'

/** A backup has email addresses and password hashes: only its owner may open it. */
const OWNER_ONLY = 0o700
/** Files that are being written; see write-atomically.ts. */
const UNFINISHED = /\.[\da-f-]{36}\.tmp$/

/** Stores backups in a folder, which is created by the first write. */
export function folderTarget(folder: string): BackupTarget {
  const pathOf = (name: string) => join(folder, ...name.split('/'))
  const findFiles = async (prefix: string) => {
    const options = { recursive: true, withFileTypes: true } as const
    const entries = (await readdir(pathOf(prefix), options).catch(ignoreMissing)) ?? []
    return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  }
  return {
    label: folder,
    async list(prefix) {
      const paths = await findFiles(prefix)
      return paths
        .filter(path => !UNFINISHED.test(path))
        .map(path => relative(folder, path).split(sep).join('/'))
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
    async removeUnfinished(before) {
      for (const path of await findFiles('')) {
        if (!UNFINISHED.test(path)) continue
        const found = await stat(path).catch(ignoreMissing)
        if (found && found.mtimeMs < before) await rm(path, { force: true })
      }
    },
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
