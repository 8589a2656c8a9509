import { openSealingKey, requireSealingKey } from '../account/app-keys/open-sealing-key.ts'
import { describeRelaxedPostgres } from '../database/durability/relaxed-postgres.ts'
import { lockEmbeddedDatabase } from '../database/embedded/lock-embedded-database.ts'
import { migrate } from '../database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../database/open.ts'
import { write } from '../database/retry.ts'
import { log } from '../log/log.ts'
import { adoptSecretFiles } from '../notifications/secrets/adopt-secret-files.ts'
import { closeSetUpOfExisting } from '../set-up/set-up-store.ts'
import type { Settings } from '../settings.ts'
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
