import { parseArgs } from 'node:util'
import { readConnectedPrograms } from '../backup/connected-service-store.ts'
import { describeRepair } from '../backup/dump/repair-rows.ts'
import { moveDatabase } from '../backup/move-database.ts'
import { moveMedia } from '../backup/move-media.ts'
import { isMediaTarget, openMoveStorage, readMoveTarget } from '../backup/move-target.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { lockEmbeddedDatabase } from '../database/embedded/lock-embedded-database.ts'
import { openMediaStorage } from '../media/storage/open-media-storage.ts'
import { OperatorError, readSettings, type Settings } from '../settings.ts'
import { runProgram } from './run-program.ts'

const HELP = `Copies the database to an empty one of the other kind and compares every row, or pictures and uploads to an empty bucket
and compares every object. Stop the service first. The source is only read.

  npm run move -- postgres://user@host/database    from the database in use to PostgreSQL
  npm run move -- embedded                         from DATABASE_URL to the embedded database in DATA_DIR
  npm run move -- s3://bucket/prefix               pictures and uploads from the storage in use to a bucket
  npm run move -- folder                           pictures and uploads from STORAGE to DATA_DIR

Run it again after an interruption: it continues. Other accounts can read arguments: leave the password out and set
PGPASSWORD, or use ~/.pgpass.`

const PROGRESS_EVERY = 1_000

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const target = positionals.length === 1 ? positionals[0] : undefined
  const settings = readSettings(process.env)
  const move = isMediaTarget(target)
    ? await prepareMediaMove(target, settings)
    : prepareDatabaseMove(target, settings)
  prepareDataFolder(settings.dataDir)
  const release = lockEmbeddedDatabase(settings.dataDir)
  try {
    const programs = settings.databaseUrl ? await readConnectedPrograms(settings.databaseUrl) : []
    if (programs.length > 0) {
      throw new OperatorError(`The database is in use by ${programs.join(' and ')}: stop the service first.`)
    }
    console.log(await move())
  } finally {
    release()
  }
})

function prepareDatabaseMove(
  target: string | undefined,
  { databaseUrl: from, dataDir }: Settings,
): () => Promise<string> {
  const to = readMoveTarget(target)
  if (from === to)
    throw new OperatorError('That is the database in use: DATABASE_URL names where to move from.')
  return async () => {
    const tables = await moveDatabase(
      { databaseUrl: from, dataDir },
      { databaseUrl: to, dataDir },
      ({ name, rows }) => {
        if (rows > 0) console.error(`${name}: ${rows.toLocaleString('en')} rows`)
      },
      (table, repaired) => console.error(describeRepair(table, repaired)),
    )
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    return `Moved ${rows.toLocaleString('en')} rows in ${tables.length} tables; both databases were read and are equal. ${
      to ? 'Set DATABASE_URL to the new address' : 'Remove DATABASE_URL'
    } and start the service. The old database is unchanged.`
  }
}

async function prepareMediaMove(target: string, settings: Settings): Promise<() => Promise<string>> {
  const to = await openMoveStorage(target, settings)
  const from = await openMediaStorage(settings)
  return async () => {
    let shown = 0
    const { objects, bytes } = await moveMedia(from, to, done => {
      if (done - shown < PROGRESS_EVERY) return
      shown = done
      console.error(`${done.toLocaleString('en')} objects`)
    })
    return `Moved ${objects.toLocaleString('en')} ${objects === 1 ? 'file' : 'files'} of pictures and uploads (${(bytes / 1e6).toFixed(1)} MB); each was read back and is equal. ${
      to.isRemote ? `Set STORAGE=${target}` : 'Remove STORAGE'
    } and start the service. ${from.label} is unchanged.`
  }
}
