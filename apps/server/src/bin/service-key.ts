import { parseArgs } from 'node:util'
import { deleteServiceKey, listServiceKeys } from '../account/service-keys/service-key-store.ts'
import { createServiceKey } from '../account/service-keys/service-keys.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { OperatorError, readSettings } from '../settings.ts'
import { runProgram } from './run-program.ts'

const HELP = `Creates a key for a program of yours to call the service's own operations, in the header service-key.

  npm run service-key -- NAME           create a key and print it, once; the name is for you
  npm run service-key -- --list         list all keys
  npm run service-key -- --delete ID    delete a key

Settings come from the environment or a .env file: see docs/operating.md.`

await runProgram(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      list: { type: 'boolean' },
      delete: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const open = openDatabase(readSettings(process.env))
  try {
    await migrate(open)
    if (values.list) await list(open.db)
    else if (values.delete !== undefined) await remove(open.db, values.delete)
    else await create(open.db, positionals.join(' '))
  } finally {
    await open.close()
  }
})

/** Prints only the key to standard output, so that it can be redirected. */
async function create(db: Database, name: string): Promise<void> {
  const key = await createServiceKey(db, name.replaceAll(/\p{Cc}/gu, ' ').trim() || 'nameless')
  console.error('Keep it now: it is not shown again, and only its hash is kept.')
  console.log(key)
}

async function list(db: Database): Promise<void> {
  for (const { id, name, created_at } of await listServiceKeys(db)) {
    console.log(`${id}  ${new Date(created_at).toISOString()}  ${name}`)
  }
}

async function remove(db: Database, id: string): Promise<void> {
  if (!(await write(db, tx => deleteServiceKey(tx, id)))) {
    throw new OperatorError(`There is no key ${id}: --list shows which there are.`)
  }
  console.log(`The key ${id} opens nothing any more.`)
}
