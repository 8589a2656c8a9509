import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { log } from './log/log.ts'

const OWNER_ONLY = 0o700
const OTHERS_MASK = 0o077
/** Set on folders that are shared on purpose, such as /tmp. */
const STICKY = 0o1000
const READ_AND_WRITE = constants.R_OK | constants.W_OK
const FOLDER_ERROR_CODES = new Set(['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOENT'])

/**
 * Creates the data folder if it is missing, and removes other accounts' permissions: it has email addresses and password
 * hashes.
 * @param files in it whose permissions are changed too
 * @throws the file system's error if it cannot be written
 */
export function prepareDataFolder(path: string, files: readonly string[] = []): void {
  makeFolder(path)
  accessSync(path, READ_AND_WRITE)
  if (process.platform === 'win32') return
  const { mode } = statSync(path)
  if ((mode & OTHERS_MASK) === 0) return
  const was = (mode & 0o777).toString(8).padStart(4, '0')
  try {
    if (mode & STICKY) throw new Error('it is shared on purpose')
    chmodSync(path, OWNER_ONLY)
    for (const file of files.map(name => join(path, name)).filter(existsSync)) chmodSync(file, 0o600)
    log.warn(`Other accounts could open the data folder ${path} (${was}): its rights are 0700 now.`)
  } catch (error) {
    log.warn(
      `Other accounts can open the data folder ${path} (${was}), and that cannot be changed: ${(error as Error).message}.`,
    )
  }
}

/** Whether the operator can fix the error, for example by changing permissions. */
export function isFolderError(error: unknown): boolean {
  return FOLDER_ERROR_CODES.has((error as NodeJS.ErrnoException).code ?? '')
}

/** @throws the file system's error if it cannot be read and written */
export function checkWritable(path: string): Promise<void> {
  return access(path, READ_AND_WRITE)
}

/** Without `recursive`, which never returns on a file system that refuses new folders with ENOENT. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path, OWNER_ONLY)
}
