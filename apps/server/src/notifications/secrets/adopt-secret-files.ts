import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../database/tables.ts'
import { readOrCreateSecret, type SecretName } from './secret-store.ts'

/** Files of earlier versions in the data folder. */
const FILES: Readonly<Record<'mail-key' | 'push-keys', string>> = {
  'mail-key': 'mail-key',
  'push-keys': 'push-keys.json',
}

/**
 * Copies the secrets that earlier versions stored as files into the database, unless it has its own. The files stay, so that
 * the earlier version can be started again.
 */
export async function adoptSecretFiles(db: Database, dataDir: string): Promise<void> {
  for (const [name, file] of Object.entries(FILES)) {
    const text = await readIfExists(join(dataDir, file))
    if (text !== undefined) await readOrCreateSecret(db, name as SecretName, () => text)
  }
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
