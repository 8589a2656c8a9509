import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../database/tables.ts'
import { OperatorError, type Settings } from '../../settings.ts'
import { readSealingKeys } from './app-key-store.ts'
import { SEALING_KEY_BYTES, SealingKey } from './sealing-key.ts'

/** In the data folder. */
export const SEALING_KEY_FILE = 'app-password-key'

type KeySettings = Pick<Settings, 'appPasswordKey' | 'dataDir'>

/** Reads the key from the setting or its file; undefined if there is neither. @throws OperatorError for a damaged file */
function readSealingKey({ appPasswordKey, dataDir }: KeySettings): SealingKey | undefined {
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
    throw new OperatorError(`${file} is damaged: restore it from a copy, or delete it and all app passwords.`)
  return new SealingKey(Buffer.from(text, 'hex'))
}

/** The key of app passwords, created with its file if there is none. Processes that create it at once all get the same. */
export function openSealingKey(settings: KeySettings): SealingKey {
  const existing = readSealingKey(settings)
  if (existing) return existing
  createFile(join(settings.dataDir, SEALING_KEY_FILE))
  return readSealingKey(settings) as SealingKey
}

function createFile(path: string): void {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return
    throw error
  }
  try {
    writeSync(file, `${randomBytes(SEALING_KEY_BYTES).toString('hex')}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** @throws OperatorError if there are app passwords that were encrypted with another key */
export async function requireSealingKey(db: Database, settings: KeySettings): Promise<void> {
  const needed = await readSealingKeys(db)
  if (needed.length === 0) return
  const key = readSealingKey(settings)
  if (key && needed.every(fingerprint => fingerprint === key.fingerprint)) return
  const place = settings.appPasswordKey
    ? 'APP_PASSWORD_KEY is another one'
    : `${join(settings.dataDir, SEALING_KEY_FILE)} is ${key ? 'another one' : 'missing'}`
  throw new OperatorError(
    `Listeners have app passwords, but their key is not here: ${place}. Put the key back, or delete all app passwords with "npm run admin -- --delete-app-passwords". See docs/operating.md.`,
  )
}
