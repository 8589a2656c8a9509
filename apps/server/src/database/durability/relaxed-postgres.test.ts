import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { makePostgres } from '../../testing/databases/both-databases.ts'
import { openDatabase } from '../open.ts'
import { describeRelaxedPostgres } from './relaxed-postgres.ts'

it('names the settings of PostgreSQL with which a power cut loses acknowledged writes', async () => {
  // The tests' own server does not wait for the disk.
  const { open, url, end } = await makePostgres()
  onTestFinished(end)
  expect(await describeRelaxedPostgres(open)).toMatch(
    / Set fsync, full_page_writes, synchronous_commit to on\.$/,
  )
  await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set synchronous_commit = on`.execute(
    open.db,
  )
  const next = openDatabase({ databaseUrl: url, dataDir: '' })
  onTestFinished(() => next.close())
  expect(await describeRelaxedPostgres(next)).toMatch(/ Set fsync, full_page_writes to on\.$/)
})
