import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { readSettings } from '../settings.ts'
import { runProgram } from './run-program.ts'

await runProgram(async () => {
  const open = openDatabase(readSettings(process.env))
  await migrate(open)
  await open.close()
  console.log('The database is up to date.')
})
