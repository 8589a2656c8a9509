import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from '@refrain/server/app'
import { openDatabase } from '@refrain/server/database/open'
import { readSettings } from '@refrain/server/settings'
import { seedCatalogue } from '../data/seed-catalogue.ts'
import { recordFigure } from '../report/record-figure.ts'

/** Twelve tracks each: the maximum number of tracks of a full list. */
const ALBUMS = 4_166
const SECONDS = 40
const LISTS = ['/api/fetchalltracks', '/api/fetchalbums', '/api/fetchartists']
/** Counts are at most 10 s old, and this bench looks once a second. */
const ALLOWED_BEHIND = 12

/**
 * What it costs that whole lists show plays soon: each list is asked for once a second, without plays and with one a
 * second. Processor time of our own process, and how far behind the list of tracks was at most.
 */
export async function benchLists(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-bench-lists-'))
  await seedCatalogue(dataDir, ALBUMS)
  const settings = { ...readSettings({}), dataDir, rateLimitScale: 0 }
  const open = openDatabase(settings)
  const app = await buildApp({ open, settings })
  try {
    const ask = async (url: string) => {
      const headers = { 'accept-encoding': 'gzip' }
      const { headers: answered } = await app.inject({ url, headers })
      return String(answered.etag)
    }
    const before = process.cpuUsage()
    const started = performance.now()
    for (const url of LISTS) await ask(url)
    const making = share(before, started) * (performance.now() - started)
    recordFigure({ name: 'the three lists, made once', value: making, unit: 'ms of processor' })

    async function run(step: () => Promise<void>): Promise<number> {
      const cpu = process.cpuUsage()
      const since = performance.now()
      while (performance.now() - since < SECONDS * 1000) {
        const turn = performance.now()
        await step()
        for (const url of LISTS) await ask(url)
        await wait(Math.max(0, 1000 - (performance.now() - turn)))
      }
      return share(cpu, since)
    }
    const quiet = await run(async () => {})
    let etag = await ask(LISTS[0] as string)
    let changedAt = performance.now()
    let behind = 0
    const played = await run(async () => {
      for (const table of ['tracks', 'albums'] as const) {
        const row = await open.db.selectFrom(table).select('id').limit(1).executeTakeFirstOrThrow()
        await open.db
          .updateTable(table)
          .set(eb => ({ play_count: eb('play_count', '+', 1) }))
          .where('id', '=', row.id)
          .execute()
      }
      const now = await ask(LISTS[0] as string)
      if (now !== etag) {
        behind = Math.max(behind, performance.now() - changedAt)
        changedAt = performance.now()
        etag = now
      }
    })
    const unit = '% of a core'
    recordFigure({ name: 'asked for once a second', value: 100 * quiet, unit, digits: 1 })
    recordFigure({ name: 'the same, with a play a second', value: 100 * played, unit, digits: 1 })
    recordFigure({
      name: 'longest between two states',
      value: behind / 1000,
      unit: 's',
      limit: ALLOWED_BEHIND,
      digits: 1,
    })
  } finally {
    await app.close()
    await open.close()
    rmSync(dataDir, { recursive: true })
  }
}

/** Share of a processor used since then. */
function share(before: NodeJS.CpuUsage, since: number): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / (performance.now() - since)
}
