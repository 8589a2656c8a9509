import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL, without a database name. */
    postgresUrl: string
  }
}

/** The migrated, empty database that each test's own is copied from. */
export const TEMPLATE = 'refrain_template'

/** Starts one PostgreSQL for all server tests of a run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const admin = new pg.Client({ connectionString: `${postgres.url}/postgres` })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const template = openDatabase({ databaseUrl: `${postgres.url}/${TEMPLATE}`, dataDir: '' })
  await migrate(template)
  await template.close()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
