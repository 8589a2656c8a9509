import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from '@refrain/server/app'
import { openDatabase } from '@refrain/server/database/open'
import { readSettings } from '@refrain/server/settings'
import { seedCatalogue } from '../data/seed-catalogue.ts'

/** Twelve tracks each: the maximum number of tracks of a full list. */
const ALBUMS = 4_166
const SECONDS = 40
const LISTS = ['/api/fetchalltracks', '/api/fetchalbums', '/api/fetchartists']
const ALLOWED_BEHIND = 10

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
    console.log(`the three lists, made once: ${Math.round(making)} ms of processor`)

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
    const percent = (part: number) => `${(100 * part).toFixed(1)} % of a processor`
    const seconds = behind / 1000
    console.log(`asked for once a second: ${percent(quiet)}; with a play a second: ${percent(played)}`)
    console.log(
      `longest between two states of the list: ${seconds.toFixed(1)} s (counts at most ${ALLOWED_BEHIND} s behind, looked at once a second)`,
    )
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
