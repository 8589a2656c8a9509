import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from '@refrain/server/app'
import { migrate } from '@refrain/server/database/migrate'
import { openDatabase } from '@refrain/server/database/open'
import { readSettings } from '@refrain/server/settings'
import { startPostgres } from '@refrain/server/testing/databases/postgres'
import { seed } from '@refrain/server/testing/seed'
import pg from 'pg'
import { quantile } from '../report/quantile.ts'
import { recordFigure } from '../report/record-figure.ts'

const LISTENERS = 12
const LIKES_EACH = 4
const SECONDS = 8
const PAUSE_MS = 5

type App = Awaited<ReturnType<typeof buildApp>>
type Headers = Record<string, string>

/** A client that repeats a request and counts responses by status with their durations. */
class Caller {
  readonly statuses = new Map<number, number>()
  readonly times: number[] = []

  async ask(app: App, request: { method: 'GET' | 'POST'; url: string; headers?: Headers; payload?: object }) {
    const before = performance.now()
    const { statusCode } = await app.inject(request)
    this.times.push(performance.now() - before)
    this.statuses.set(statusCode, (this.statuses.get(statusCode) ?? 0) + 1)
  }

  record(name: string): void {
    const good = (100 * (this.statuses.get(200) ?? 0)) / Math.max(1, this.times.length)
    const statuses = [...this.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
    const detail = `median ${quantile(this.times, 0.5).toFixed(0)} ms, ${good.toFixed(1)} % answered (${statuses})`
    recordFigure({ name: `${name}, p95`, value: quantile(this.times, 0.95), unit: 'ms', detail })
  }
}

/** Measures what a locked table costs requests that do not need it, on PostgreSQL. */
export async function benchLocks(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-bench-locks-'))
  const postgres = await startPostgres()
  const url = `${postgres.url}/postgres`
  const open = openDatabase({ databaseUrl: url, dataDir })
  const locker = new pg.Client({ connectionString: url })
  try {
    await migrate(open)
    const app = await buildApp({ open, settings: { ...readSettings({}), dataDir, rateLimitScale: 0 } })
    const put = seed(open.db)
    const artist = await put.artist('Nina')
    const album = await put.album('First', artist)
    const track = await put.track('One', album, [artist])
    const listeners = await Promise.all(Array.from({ length: LISTENERS }, (_, n) => signUp(app, n)))
    await locker.connect()
    console.log(
      `${LISTENERS} listeners with ${LIKES_EACH} likes under way each, one browses, ${SECONDS} s each`,
    )
    await measure('nothing is locked', app, { listeners, track, album })
    await locker.query('begin; lock table playlists in access exclusive mode')
    await measure('the table of playlists is locked', app, { listeners, track, album })
    await locker.query('rollback')
    await app.close()
  } finally {
    await locker.end()
    await open.close()
    await postgres.stop()
    rmSync(dataDir, { recursive: true })
  }
}

async function signUp(app: App, n: number): Promise<Headers> {
  const payload = { name: `Listener ${n}`, email: `listener${n}@example.org`, password: 'analytical engine' }
  const answer = await app.inject({ method: 'POST', url: '/api/auth/createuser', payload })
  return { 'auth-token': answer.json().authtoken }
}

interface Scene {
  readonly listeners: readonly Headers[]
  readonly track: string
  readonly album: string
}

async function measure(name: string, app: App, { listeners, track, album }: Scene): Promise<void> {
  const until = performance.now() + SECONDS * 1000
  const [likes, pages, follows, ready] = [new Caller(), new Caller(), new Caller(), new Caller()]
  const errors = console.error
  console.error = () => {}
  async function repeat(step: () => Promise<void>): Promise<void> {
    while (performance.now() < until) {
      await step()
      await wait(PAUSE_MS)
    }
  }
  const [own = {}] = listeners
  const like = (headers: Headers) =>
    likes.ask(app, { method: 'POST', url: '/api/appendLikedSongs', headers, payload: { trackId: track } })
  await Promise.all([
    ...listeners
      .slice(1)
      .flatMap(headers => Array.from({ length: LIKES_EACH }, () => repeat(() => like(headers)))),
    repeat(() =>
      pages.ask(app, { method: 'POST', url: '/api/getTracksbyAlbumid', payload: { albumId: album } }),
    ),
    repeat(() => follows.ask(app, { method: 'GET', url: '/api/fetchFollowingArtists', headers: own })),
    repeat(() => ready.ask(app, { method: 'GET', url: '/readyz' })),
  ])
  console.error = errors
  const callers = { likes, 'album page': pages, 'own follows': follows, '/readyz': ready }
  for (const [kind, caller] of Object.entries(callers)) caller.record(`${name}: ${kind}`)
}
