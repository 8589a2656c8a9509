import { onTestFinished } from 'vitest'
import { migrate } from '../../database/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../database/open.ts'
import { makePostgres } from '../../testing/databases/both-databases.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { type KillRun, killUnderWrites } from './kill-under-writes.ts'
import { seedCatalogue } from './seed-catalogue.ts'

const TRACKS = 300

/** Prepares an embedded database or a PostgreSQL one, and kills a service on it under writes. */
export async function startKillRun(
  dialect: OpenDatabase['dialect'],
  given: Pick<KillRun, 'times' | 'seed'>,
): ReturnType<typeof killUnderWrites> {
  const dataDir = temporaryFolder()
  let databaseUrl = ''
  let open: OpenDatabase
  if (dialect === 'postgres') {
    const made = await makePostgres()
    onTestFinished(made.end)
    ;({ open, url: databaseUrl } = made)
  } else {
    open = openDatabase({ databaseUrl, dataDir })
    const embedded = open
    onTestFinished(() => embedded.close())
    await migrate(open)
  }
  const ids = await seedCatalogue(open, TRACKS)
  return killUnderWrites({
    ...{ open, ids, dataDir, env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } },
    ...given,
  })
}
