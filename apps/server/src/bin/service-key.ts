import { parseArgs } from 'node:util'
import { SERVICE_SCOPES, type ServiceScope } from '@refrain/contract/account/session'
import { deleteServiceKey, listServiceKeys } from '../account/service-keys/service-key-store.ts'
import { addServiceKey } from '../account/service-keys/service-keys.ts'
import { recordAction } from '../administration/audit/record-action.ts'
import { migrate } from '../database/migrate.ts'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { OperatorError, readSettings, SettingError } from '../settings.ts'
import { openExisting } from './prepare-database.ts'
import { runProgram } from './run-program.ts'

const HELP = `Creates a key for a program of yours to call the service's own operations, in the header service-key.

  npm run service-key -- NAME           create a key that sends notifications and emails, and print it, once
    --for metrics                       one that reads /metrics
    --for administer                    one that may do everything that administrators may
  npm run service-key -- --list         list all keys
  npm run service-key -- --delete ID    delete a key

Settings come from the environment or a .env file: see docs/operating.md.`

/** As the administrators' log calls whoever runs this. */
const BY = { command: 'npm run service-key' }

const LONGEST_SCOPE = Math.max(...SERVICE_SCOPES.map(scope => scope.length))

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      delete: { type: 'string' },
      for: { type: 'string', default: 'send' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const scope = SERVICE_SCOPES.find(each => each === values.for)
  if (!scope) throw new SettingError(`--for takes one of: ${SERVICE_SCOPES.join(', ')}.`)
  const name = positionals
    .join(' ')
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
  const isCreating = !values.list && values.delete === undefined
  if (isCreating && name === '')
    throw new SettingError('Name the program that gets the key: npm run service-key -- NAME. See --help.')
  if (!isCreating && name !== '') throw new SettingError('--list and --delete take no name: see --help.')
  const open = await openExisting(readSettings(process.env))
  try {
    await migrate(open)
    if (values.list) await list(open.db)
    else if (values.delete !== undefined) await remove(open.db, values.delete)
    else await create(open.db, name, scope)
  } finally {
    await open.close()
  }
})

/** Prints only the key to standard output, so that it can be redirected. */
async function create(db: Database, name: string, scope: ServiceScope): Promise<void> {
  const key = await write(db, async tx => {
    await recordAction(tx, BY, 'madeServiceKey', { detail: `${name} (${scope})` })
    return addServiceKey(tx, name, scope)
  })
  console.error('Keep it now: it is not shown again, and only its hash is kept.')
  console.log(key)
}

async function list(db: Database): Promise<void> {
  for (const { id, name, scope, created_at } of await listServiceKeys(db)) {
    console.log(`${id}  ${new Date(created_at).toISOString()}  ${scope.padEnd(LONGEST_SCOPE)}  ${name}`)
  }
}

async function remove(db: Database, id: string): Promise<void> {
  const name = await write(db, async tx => {
    const deleted = await deleteServiceKey(tx, id)
    if (deleted !== undefined) await recordAction(tx, BY, 'deletedServiceKey', { detail: deleted })
    return deleted
  })
  if (name === undefined) throw new OperatorError(`There is no key ${id}: --list shows which there are.`)
  console.log(`The key ${id} opens nothing any more.`)
}
