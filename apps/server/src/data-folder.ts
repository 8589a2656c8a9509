import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  opendirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { log } from './log/log.ts'
import { OperatorError, SettingError } from './settings.ts'

/** Mode of folders with personal data. */
export const OWNER_ONLY = 0o700
const OTHERS_MASK = 0o077
/** Set on folders that are shared on purpose, such as /tmp. */
const STICKY = 0o1000
const READ_AND_WRITE = constants.R_OK | constants.W_OK
const FOLDER_ERROR_CODES = new Set(['EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'EEXIST', 'ENOENT'])

/** Says that a folder is the service's, also where the database is elsewhere. */
export const DATA_MARKER = 'refrain-data'
/** Each of these files makes a folder the service's. The start reads them too: see scripts/runtime.mjs. */
const SIGNS = ['refrain.db', DATA_MARKER, 'app-password-key'] as const
/**
 * Earlier versions marked nothing, and with PostgreSQL and APP_PASSWORD_KEY had none of those files: a folder is theirs if it
 * holds the first, which each start made, and nothing but these.
 */
const OF_EARLIER = [
  ...['compiled', 'streams', 'busy', 'copies', 'mail-key', 'outbox', 'pictures', 'push-keys.json', 'sample'],
  ...['service.lock', 'uploads'],
] as const
/** Names that begin with a dot, but show that an account lives in a folder. */
const OF_HOMES = new Set([
  '.bashrc',
  '.profile',
  '.bash_history',
  '.zshrc',
  '.ssh',
  '.gnupg',
  '.config',
  '.git',
])
/** What systems put into an empty folder, besides names that begin with a dot. */
const OF_SYSTEMS = new Set(['lost+found', '@eaDir', 'System Volume Information', 'desktop.ini'])

/**
 * Creates the data folder if it is missing, and removes other accounts' permissions: it has email addresses and password
 * hashes. Changes nothing before the folder is known to be the service's, or empty.
 * @param files in it whose permissions are changed too
 * @throws SettingError if it is no folder or holds other files; OperatorError if it cannot be used
 */
export function prepareDataFolder(path: string, files: readonly string[] = []): void {
  try {
    const isMarked = claim(path)
    accessSync(path, READ_AND_WRITE)
    if (process.platform !== 'win32') keepOthersOut(path, files)
    if (!isMarked) mark(path)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    const { code = '', message } = error as NodeJS.ErrnoException
    throw new OperatorError(
      FOLDER_ERROR_CODES.has(code)
        ? describeUnwritable(path)
        : `The data folder ${path} cannot be used (${message}): check DATA_DIR.`,
    )
  }
}

export const describeUnwritable = (path: string) =>
  `The data folder ${path} cannot be written: change its permissions or set DATA_DIR.`

/** @throws the file system's error if it cannot be read and written */
export function checkWritable(path: string): Promise<void> {
  return access(path, READ_AND_WRITE)
}

/**
 * Makes sure that the folder is the service's, or creates it.
 * @returns whether a file says so already
 */
function claim(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) {
    makeFolder(path, OWNER_ONLY)
    return false
  }
  if (!found.isDirectory()) throw new SettingError(`DATA_DIR, ${path}, is no folder: name a folder.`)
  if (isMarked(path)) return true
  if (isOfEarlier(path)) return false
  const other = findOther(path)
  if (other === undefined) return false
  // Another process may have claimed it meanwhile.
  if (isMarked(path)) return true
  throw new SettingError(
    `The folder ${path} holds other files (${JSON.stringify(other)}): set DATA_DIR to an empty folder. If they are those of ${PRODUCT_NAME}, create an empty file ${DATA_MARKER} beside them.`,
  )
}

function isMarked(path: string): boolean {
  return SIGNS.some(name => statSync(join(path, name), { throwIfNoEntry: false })?.isFile())
}

function isOfEarlier(path: string): boolean {
  const isKnown = (name: string) => (OF_EARLIER as readonly string[]).includes(name)
  const compiled = lstatSync(join(path, OF_EARLIER[0]), { throwIfNoEntry: false })
  return compiled?.isDirectory() === true && findOther(path, isKnown) === undefined
}

/**
 * The name of a file or folder in a folder that is not the system's; reads no further.
 * @throws the file system's error if the folder cannot be read
 */
export function findOther(
  path: string,
  isIgnored: (name: string) => boolean = () => false,
): string | undefined {
  const folder = opendirSync(path)
  try {
    for (;;) {
      const name = folder.readSync()?.name
      if (name === undefined) return undefined
      const counts = !name.startsWith('.') || OF_HOMES.has(name)
      if (counts && !OF_SYSTEMS.has(name) && !isIgnored(name)) return name
    }
  } finally {
    folder.closeSync()
  }
}

function keepOthersOut(path: string, files: readonly string[]): void {
  const { mode, uid } = statSync(path)
  if ((mode & OTHERS_MASK) === 0) return
  const was = (mode & 0o777).toString(8).padStart(4, '0')
  try {
    if (mode & STICKY) throw new Error('it is shared on purpose')
    // The superuser could change it nevertheless.
    if (uid !== process.getuid?.()) throw new Error('it belongs to another account')
    chmodSync(path, OWNER_ONLY)
    for (const file of files.map(name => join(path, name)).filter(isOwnFile)) chmodSync(file, 0o600)
    log.warn(`Other accounts could open the data folder ${path} (${was}): its rights are 0700 now.`)
  } catch (error) {
    log.warn(
      `Other accounts can open the data folder ${path} (${was}), and that cannot be changed: ${(error as Error).message}.`,
    )
  }
}

/** A link may lead to a file that is somebody else's. */
function isOwnFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function mark(path: string): void {
  const text = `This folder holds the data of ${PRODUCT_NAME}: see "What is in DATA_DIR" in docs/operating.md.\n`
  try {
    writeFileSync(join(path, DATA_MARKER), text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Creates a folder and its parents, unless something has that name. Without `recursive`, which never returns on a file system
 * that refuses new folders with ENOENT.
 */
export function makeFolder(path: string, mode: number): void {
  if (statSync(path, { throwIfNoEntry: false })) return
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  try {
    mkdirSync(path, mode)
  } catch (error) {
    // Another process was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
