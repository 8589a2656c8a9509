import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const OWNER_ONLY = 0o700
const OTHERS = 0o077
/** A folder such as /tmp, which is everybody's on purpose. */
const STICKY = 0o1000
const READ_AND_WRITE = constants.R_OK | constants.W_OK
const CODES_UNUSABLE = new Set(['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOENT'])

/**
 * Makes the data folder where there is none, and takes away what rights other accounts have to it: it holds addresses
 * and password hashes.
 * @param files in it that lose those rights, too
 * @throws Error of the file system where it cannot be written
 */
export function prepareDataFolder(path: string, files: readonly string[] = []): void {
  makeFolder(path)
  accessSync(path, READ_AND_WRITE)
  if (process.platform === 'win32') return
  const { mode } = statSync(path)
  if ((mode & OTHERS) === 0) return
  const was = (mode & 0o777).toString(8).padStart(4, '0')
  try {
    if (mode & STICKY) throw new Error('it is shared on purpose')
    chmodSync(path, OWNER_ONLY)
    for (const file of files.map(name => join(path, name)).filter(existsSync)) chmodSync(file, 0o600)
    console.warn(`Other accounts could open the data folder ${path} (${was}): its rights are 0700 now.`)
  } catch (error) {
    console.warn(
      `Other accounts can open the data folder ${path} (${was}), and that cannot be changed: ${(error as Error).message}.`,
    )
  }
}

/** True where the folder cannot be used as it is, and an operator can mend that. */
export function isFolderError(error: unknown): boolean {
  return CODES_UNUSABLE.has((error as NodeJS.ErrnoException).code ?? '')
}

/** @throws Error of the file system where it cannot be read and written */
export function checkWritable(path: string): Promise<void> {
  return access(path, READ_AND_WRITE)
}

/** Not `recursive`: that never comes back from a file system that refuses new folders with ENOENT. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  mkdirSync(path, OWNER_ONLY)
}
