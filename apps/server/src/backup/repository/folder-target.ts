import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { findOther, makeFolder, OWNER_ONLY } from '../../data-folder.ts'
import { writeAtomically } from '../../media/files/write-atomically.ts'
import { OperatorError } from '../../settings.ts'
import type { BackupTarget } from './target.ts'

/** Files that are being written; see write-atomically.ts. */
const UNFINISHED = /\.[\da-f-]{36}\.tmp$/
/** Beside them, a disk may have folders of the system that nobody else can open, such as lost+found. */
const OWN_FOLDERS = ['chunks', 'snapshots']
const FOLDER_ERRORS = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'])

/**
 * Stores backups in a folder, which is created by the first write for its owner alone: a backup has email addresses and
 * password hashes.
 * @throws OperatorError from each call if the folder cannot be used
 */
export function folderTarget(folder: string): BackupTarget {
  const pathOf = (name: string) => join(folder, ...name.split('/'))
  const refuse = (error: NodeJS.ErrnoException): never => {
    if (!FOLDER_ERRORS.has(error.code ?? '')) throw error
    throw new OperatorError(
      `The folder of backups ${folder} cannot be used (${error.code}): check its permissions, or name another.`,
    )
  }
  const findFiles = async (prefix: string) => {
    const options = { recursive: true, withFileTypes: true } as const
    const entries = (await readdir(pathOf(prefix), options).catch(ignoreMissing).catch(refuse)) ?? []
    return entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  }
  async function write(name: string, bytes: Uint8Array): Promise<void> {
    const path = pathOf(name)
    makeFolder(dirname(path), OWNER_ONLY)
    await writeAtomically(path, bytes, { durable: true })
  }
  return {
    label: folder,
    async list(prefix) {
      const paths = await findFiles(prefix)
      return paths
        .filter(path => !UNFINISHED.test(path))
        .map(path => relative(folder, path).split(sep).join('/'))
    },
    async findOther() {
      try {
        return findOther(folder, name => UNFINISHED.test(name))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        return refuse(error as NodeJS.ErrnoException)
      }
    },
    read: name => readFile(pathOf(name)).catch(ignoreMissing).catch(refuse),
    write: (name, bytes) => write(name, bytes).catch(refuse),
    async remove(name) {
      await rm(pathOf(name), { force: true }).catch(refuse)
    },
    async removeUnfinished(before) {
      for (const path of (await Promise.all(OWN_FOLDERS.map(findFiles))).flat()) {
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
