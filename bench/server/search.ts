import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { searchCatalogue } from '@refrain/server/catalogue/search/search-store'
import { migrate } from '@refrain/server/database/migrate'
import { type OpenDatabase, openDatabase } from '@refrain/server/database/open'
import { startPostgres } from '@refrain/server/testing/databases/postgres'
import { sql } from 'kysely'
import { seedTitles } from '../data/seed-titles.ts'

const ROUNDS = 15
const LIMIT_MS = 100

/** Typical queries, grouped by cost. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  'one letter': ['a', 't', 's', 'q', '愛', 'л'],
  'two letters': ['lo', 'th', 'er', 'qx', '夜の'],
  'in most titles': ['the', 'love', 'live', 'and'],
  'inside of words': ['ove', 'ight', 'umme'],
  'few titles': ['kalomi', 'sénøü', 'любовь', '사랑'],
  'several words': ['the love', 'night of the', 'a the of in my'],
  'not there': ['zzzz', 'xyzzy plugh', 'ждщ'],
}

/**
 * Searches of 100,000 tracks, 10,000 albums and 3,000 artists, all three kinds together, on both databases.
 * `busy` is the processor time of our own process for each: with the embedded database, as long as the event
 * loop is held up on a machine that has nothing else to do.
 */
export async function benchSearch(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-bench-search-'))
  const postgres = await startPostgres()
  try {
    await measure('embedded', openDatabase({ databaseUrl: '', dataDir }))
    await measure('PostgreSQL', openDatabase({ databaseUrl: `${postgres.url}/postgres`, dataDir: '' }))
  } finally {
    await postgres.stop()
    rmSync(dataDir, { recursive: true })
  }
}

async function measure(name: string, open: OpenDatabase): Promise<void> {
  try {
    await migrate(open)
    const started = performance.now()
    await seedTitles(open.db)
    // PostgreSQL does this automatically after a while.
    if (open.dialect === 'postgres') await sql`vacuum analyze`.execute(open.db)
    console.log(`${name}, filled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
    for (const [kind, queries] of Object.entries(QUERIES)) {
      const all: number[] = []
      const cpu = process.cpuUsage()
      for (let round = 0; round < ROUNDS; round++) {
        for (const query of queries) {
          await nextTurn()
          const before = performance.now()
          await searchCatalogue(open, query)
          all.push(performance.now() - before)
        }
      }
      const { user, system } = process.cpuUsage(cpu)
      const busy = ((user + system) / 1_000 / all.length).toFixed(1)
      all.sort((a, b) => a - b)
      const at = (part: number) => (all[Math.floor(part * (all.length - 1))] as number).toFixed(1)
      console.log(
        `  ${kind.padEnd(16)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (limit ${LIMIT_MS}), worst ${at(1)} ms, busy ${busy} ms`,
      )
    }
  } finally {
    await open.close()
  }
}
