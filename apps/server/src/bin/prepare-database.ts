import { statSync } from 'node:fs'
import { join } from 'node:path'
import { openSealingKey, requireSealingKey } from '../account/app-keys/open-sealing-key.ts'
import { describeRelaxedPostgres } from '../database/durability/relaxed-postgres.ts'
import { lockEmbeddedDatabase } from '../database/embedded/lock-embedded-database.ts'
import { migrate, readSteps } from '../database/migrate.ts'
import { DATABASE_FILE, type OpenDatabase, openDatabase } from '../database/open.ts'
import { write } from '../database/retry.ts'
import { log } from '../log/log.ts'
import { adoptSecretFiles } from '../notifications/secrets/adopt-secret-files.ts'
import { closeSetUpOfExisting } from '../set-up/set-up-store.ts'
import { OperatorError, type Settings } from '../settings.ts'
import { shareThroughRedis } from '../sharing/share-through-redis.ts'

/** Opens the database for a process of the service, which is its only one if it is embedded. */
export async function openForService(settings: Settings): Promise<OpenDatabase> {
  const open = openDatabase({
    ...settings,
    onConnectionError: error => log.error(`The database connection broke: ${error.message}`),
  })
  if (settings.redisUrl) return shareThroughRedis(open, settings.redisUrl)
  if (open.dialect === 'postgres') return open
  const release = lockEmbeddedDatabase(settings.dataDir)
  return {
    ...open,
    async close() {
      await open.close()
      release()
    },
  }
}

/**
 * Opens a database for a command that needs what is in it. Creates neither a database nor a folder, such as where DATA_DIR is
 * wrong.
 * @throws OperatorError if there is none
 */
export async function openExisting(settings: Settings): Promise<OpenDatabase> {
  const { databaseUrl, dataDir } = settings
  if (databaseUrl === '') requireDatabaseFile(dataDir)
  const open = openDatabase({ databaseUrl, dataDir: databaseUrl === '' ? dataDir : '' })
  try {
    if ((await readSteps(open)).length > 0) return open
    throw new OperatorError(describeEmpty(settings))
  } catch (error) {
    await open.close()
    throw error
  }
}

/** @throws OperatorError if there is none, or this account may not see it */
function requireDatabaseFile(dataDir: string): void {
  try {
    statSync(join(dataDir, DATABASE_FILE))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorError(
      code === 'EACCES' || code === 'EPERM'
        ? `The data folder ${dataDir} cannot be read: run this as the account of the service.`
        : `There is no database in ${dataDir}: check DATA_DIR, or DATABASE_URL for PostgreSQL.`,
    )
  }
}

function describeEmpty({ databaseUrl, dataDir }: Settings): string {
  if (databaseUrl === '') return `The database in ${dataDir} is empty: check DATA_DIR.`
  // Without name and password.
  const { host, pathname } = new URL(databaseUrl)
  return `The database ${host}${pathname} is empty: check DATABASE_URL.`
}

/** Brings the database up to date. With several workers, done once for all of them. */
export async function prepareDatabase(open: OpenDatabase, settings: Settings): Promise<void> {
  await migrate(open)
  await requireSealingKey(open.db, settings)
  openSealingKey(settings)
  await write(open.db, closeSetUpOfExisting)
  await adoptSecretFiles(open.db, settings.dataDir)
  const relaxed = await describeRelaxedPostgres(open)
  if (relaxed) log.warn(relaxed)
}
