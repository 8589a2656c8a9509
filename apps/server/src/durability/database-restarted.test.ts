import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { startPostgres } from '../testing/databases/postgres.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { killUnderWrites } from './testing/kill-under-writes.ts'
import { seedCatalogue } from './testing/seed-catalogue.ts'
import type { ServiceProcess } from './testing/service-process.ts'

async function untilReady(service: ServiceProcess): Promise<void> {
  while ((await fetch(`${service.address}/readyz`)).status !== 200) await wait(50)
}

it('a PostgreSQL that crashes or restarts under writes loses nothing acknowledged, and the service recovers by itself', async () => {
  const postgres = await startPostgres({ durable: true })
  onTestFinished(postgres.stop)
  const dataDir = temporaryFolder()
  const databaseUrl = `${postgres.url}/postgres`
  const open = openDatabase({ databaseUrl, dataDir: '' })
  onTestFinished(() => open.close())
  await migrate(open)
  const ids = await seedCatalogue(open, 100)

  /** PostgreSQL ends all its processes when one is killed, and starts them again. */
  async function killBackend(): Promise<void> {
    const witness = new pg.Client({ connectionString: databaseUrl })
    witness.on('error', () => {})
    const ended = new Promise<void>(resolve => witness.on('end', resolve))
    await witness.connect()
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where application_name like 'Refrain %' and query <> ''`.execute(
      open.db,
    )
    process.kill(rows[0]!.pid, 'SIGKILL')
    // The crash has begun when it ends other connections, and is over once one can be made again.
    await ended
    for (;;) {
      await wait(50)
      const client = new pg.Client({ connectionString: databaseUrl })
      client.on('error', () => {})
      const isBack = await client.connect().then(
        () => client.end().then(() => true),
        () => false,
      )
      if (isBack) return
    }
  }
  let isCrash = true
  let output = ''
  const { acknowledged } = await killUnderWrites({
    ...{ open, ids, dataDir, env: { DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, times: 2, seed: 1 },
    async interrupt(service) {
      await (isCrash ? killBackend() : postgres.restart())
      isCrash = false
      await untilReady(service)
      output = service.output()
      return service
    },
  })
  expect(acknowledged).toBeGreaterThan(10)
  expect(output).toMatch(/ 503: /)
}, 120_000)
