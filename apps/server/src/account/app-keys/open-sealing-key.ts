import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeFolder, OWNER_ONLY } from '../../data-folder.ts'
import type { Database } from '../../database/tables.ts'
import { OperatorError, type Settings } from '../../settings.ts'
import { findLostSecrets } from '../totp/second-factor.ts'
import { readSealingKeys } from './app-key-store.ts'
import { SEALING_KEY_BYTES, SealingKey } from './sealing-key.ts'

/** In the data folder. */
export const SEALING_KEY_FILE = 'app-password-key'

type KeySettings = Pick<Settings, 'appPasswordKey' | 'dataDir'>

/** Reads the key from the setting or its file; undefined if there is neither. @throws OperatorError for a damaged file */
export function readSealingKey({ appPasswordKey, dataDir }: KeySettings): SealingKey | undefined {
  if (appPasswordKey) return new SealingKey(Buffer.from(appPasswordKey, 'hex'))
  const file = join(dataDir, SEALING_KEY_FILE)
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new OperatorError(
      `${file} is damaged: restore it from a copy, or delete it, and what was encrypted with it: see docs/operating.md.`,
    )
  return new SealingKey(Buffer.from(text, 'hex'))
}

/** The key of app passwords, created with its file if there is none. Processes that create it at once all get the same. */
export function openSealingKey(settings: KeySettings): SealingKey {
  const existing = readSealingKey(settings)
  if (existing) return existing
  createFile(settings.dataDir)
  return readSealingKey(settings) as SealingKey
}

/** The file has its final name only once it is complete and on disk: a crash at any moment leaves no damaged key behind. */
function createFile(folder: string): void {
  makeFolder(folder, OWNER_ONLY)
  const temporary = join(folder, `${SEALING_KEY_FILE}-${randomBytes(6).toString('hex')}.tmp`)
  try {
    const key = `${randomBytes(SEALING_KEY_BYTES).toString('hex')}\n`
    writeFileSync(temporary, key, { flag: 'wx', mode: 0o600, flush: true })
    giveName(temporary, join(folder, SEALING_KEY_FILE))
  } catch (error) {
    // Another process was faster: its key counts.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  const directory = openSync(folder, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

const LOST_PASSWORDS = {
  name: 'app passwords',
  command: 'delete all app passwords with "npm run admin -- --delete-app-passwords"',
}
const LOST_SECRETS = {
  name: 'two-step logins',
  command: 'turn those off with "npm run admin -- --turn-off-lost-two-step-logins"',
}

/** @throws OperatorError if there are app passwords or secrets of authenticator apps that another key has encrypted */
export async function requireSealingKey(db: Database, settings: KeySettings): Promise<void> {
  const key = readSealingKey(settings)
  const losesPasswords = (await readSealingKeys(db)).some(fingerprint => fingerprint !== key?.fingerprint)
  const losesSecrets = (await findLostSecrets(db, key)).length > 0
  if (!losesPasswords && !losesSecrets) return
  const place = settings.appPasswordKey
    ? 'APP_PASSWORD_KEY is another one'
    : `${join(settings.dataDir, SEALING_KEY_FILE)} is ${key ? 'another one' : 'missing'}`
  const lost = [...(losesPasswords ? [LOST_PASSWORDS] : []), ...(losesSecrets ? [LOST_SECRETS] : [])]
  const what = lost.map(({ name }) => name).join(' and ')
  const ways = lost.map(({ command }) => command).join(', and ')
  throw new OperatorError(
    `Listeners have ${what}, but their key is not here: ${place}. Put the key back, or ${ways}. See docs/operating.md.`,
  )
}

/** Never replaces a file, but on file systems without hard links, such as FAT: there, two first starts at once may. */
function giveName(temporary: string, name: string): void {
  try {
    linkSync(temporary, name)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP'].includes(code)) throw error
    if (!existsSync(name)) renameSync(temporary, name)
  }
}
