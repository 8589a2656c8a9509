import { randomUUID } from 'node:crypto'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { readOrCreateSecret, readSecret, writeSecret } from '../notifications/secrets/secret-store.ts'
import { OperatorError } from '../settings.ts'
import { checkOwner, readConfig } from './repository/config.ts'
import type { BackupTarget } from './repository/target.ts'

/** Id of the service that a database belongs to. It stays when the database is moved or restored. */
export const readServiceId = (db: Database) => readOrCreateSecret(db, 'service-id', randomUUID)

/** Remembers that backups of this service are in a target. */
export async function rememberTarget(db: Database, { label }: BackupTarget): Promise<void> {
  const used = await readUsedTargets(db)
  if (!used.includes(label)) {
    await write(db, tx => writeSecret(tx, 'backup-targets', JSON.stringify([...used, label])))
  }
}

/** Whether a target has held backups of this service and holds none now. */
export async function isTargetLost(db: Database, target: BackupTarget): Promise<boolean> {
  return !(await readConfig(target)) && (await readUsedTargets(db)).includes(target.label)
}

/**
 * Checks a target before a backup that nobody watches.
 * @throws OperatorError if another service uses it, or if it is empty and should not be: its disk may not be mounted
 */
export async function checkScheduledTarget(db: Database, target: BackupTarget): Promise<void> {
  const config = await readConfig(target)
  if (config) checkOwner(target, config, await readServiceId(db))
  else if (await isTargetLost(db, target)) {
    throw new OperatorError(
      `The backups in ${target.label} are gone: mount its disk, or run npm run backup to start again there.`,
    )
  }
}

async function readUsedTargets(db: Database): Promise<string[]> {
  return JSON.parse((await readSecret(db, 'backup-targets')) ?? '[]') as string[]
}
