import { parseArgs } from 'node:util'
import { readConnectedPrograms } from '../backup/connected-service-store.ts'
import { moveDatabase } from '../backup/move-database.ts'
import { readMoveTarget } from '../backup/move-target.ts'
import { prepareDataFolder } from '../data-folder.ts'
import { lockEmbeddedDatabase } from '../database/lock-embedded-database.ts'
import { OperatorError, readSettings } from '../settings.ts'
import { runProgram } from './run-program.ts'

const HELP = `Copies the database to an empty one of the other kind and compares every row. Stop the service first. The source is
only read, and DATA_DIR stays where it is.

  npm run move -- postgres://user@host/database    from the database in use to PostgreSQL
  npm run move -- embedded                         from DATABASE_URL to the embedded database in DATA_DIR

Run it again after an interruption: it continues. Other accounts can read arguments: leave the password out and set
PGPASSWORD, or use ~/.pgpass.`

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const { databaseUrl: from, dataDir } = readSettings(process.env)
  const to = readMoveTarget(positionals.length === 1 ? positionals[0] : undefined)
  if (from === to)
    throw new OperatorError('That is the database in use: DATABASE_URL names where to move from.')
  prepareDataFolder(dataDir)
  const release = lockEmbeddedDatabase(dataDir)
  try {
    const programs = from ? await readConnectedPrograms(from) : []
    if (programs.length > 0) {
      throw new OperatorError(`The database is in use by ${programs.join(' and ')}: stop the service first.`)
    }
    const tables = await moveDatabase(
      { databaseUrl: from, dataDir },
      { databaseUrl: to, dataDir },
      ({ name, rows }) => {
        if (rows > 0) console.error(`${name}: ${rows.toLocaleString('en')} rows`)
      },
    )
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Moved ${rows.toLocaleString('en')} rows in ${tables.length} tables; both databases were read and are equal. ${
        to ? 'Set DATABASE_URL to the new address' : 'Remove DATABASE_URL'
      } and start the service. The old database is unchanged.`,
    )
  } finally {
    release()
  }
})
