import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../database/migrate.ts'
import { DATABASE_FILE, openDatabase } from '../../database/open.ts'
import { connected, readTemplate } from './empty-again.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's PostgreSQL, without a database name. */
    postgresUrl: string
    /** File of a migrated, empty embedded database. */
    embeddedTemplate: string
  }
}

/** The migrated, empty database that each test copies. */
export const TEMPLATE = 'refrain_template'

/** Starts one PostgreSQL for all server tests of a run, and creates the template databases. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'refrain-template-'))
  const embedded = openDatabase({ databaseUrl: '', dataDir: folder })
  await migrate(embedded)
  await embedded.close()
  project.provide('embeddedTemplate', join(folder, DATABASE_FILE))
  const postgres = await startPostgres()
  await connected(`${postgres.url}/postgres`, client => client.query(`create database ${TEMPLATE}`))
  const template = openDatabase({ databaseUrl: `${postgres.url}/${TEMPLATE}`, dataDir: '' })
  await migrate(template)
  await template.close()
  project.provide('postgresTemplate', await readTemplate(`${postgres.url}/${TEMPLATE}`))
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
