import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@refrain/server/database/migrate'
import { openDatabase } from '@refrain/server/database/open'
import { startPostgres } from '@refrain/server/testing/databases/postgres'
import { findUnexplained, writePlans } from '@refrain/server/testing/plans/plan-records'
import { planStatements } from '@refrain/server/testing/plans/plan-statements'
import { applyStatistics, saveStatistics } from '@refrain/server/testing/plans/postgres-statistics'
import { inPostgres } from '../data/keep-catalogue.ts'
import { openPlace } from './place.ts'

const DATABASE = 'plans'
/** Of the catalogue whose statistics are saved. */
export const PLANNED_TRACKS = 1_000_000

/**
 * Records how each statement of `testing/statements` reads its tables at a million tracks, on both databases. These are empty:
 * PostgreSQL gets the statistics of a full one, the embedded database plans without any, as the service never collects them.
 * Fails the run if a large table is read in full without a reason.
 * @param save renews the statistics, from a full PostgreSQL
 */
export async function recordPlans({ save }: { save: boolean }): Promise<void> {
  if (save) await renewStatistics()
  const folder = mkdtempSync(join(tmpdir(), 'refrain-bench-plans-'))
  try {
    await recordFor('', folder)
    const server = await startPostgres()
    try {
      await inPostgres(server.url, `create database ${DATABASE}`)
      await recordFor(`${server.url}/${DATABASE}`, '')
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  const unexplained = findUnexplained()
  if (unexplained.length === 0) return
  console.error(
    `Read these by an index, or give a reason in bench/baselines/plans/full-reads.json:\n  ${unexplained.join('\n  ')}`,
  )
  process.exitCode = 1
}

async function renewStatistics(): Promise<void> {
  const place = await openPlace(PLANNED_TRACKS, 'postgres')
  try {
    const open = openDatabase(place)
    await saveStatistics(open.db).finally(() => open.close())
  } finally {
    await place.close()
  }
}

async function recordFor(databaseUrl: string, dataDir: string): Promise<void> {
  const open = openDatabase({ databaseUrl, dataDir })
  try {
    await migrate(open)
    if (open.dialect === 'postgres') await applyStatistics(open.db)
    writePlans(open.dialect, await planStatements(open))
  } finally {
    await open.close()
  }
}
