import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DATABASE_FILE } from '@refrain/server/database/open'
import { seedCatalogue } from '../data/seed-catalogue.ts'
import { GENERATOR_NAME, type LoadRequest } from '../load/load.ts'
import { type BenchServer, type Measured, median, startServer } from '../load/start-server.ts'
import { recordFigure } from '../report/record-figure.ts'

const ALBUMS = 20_000
const HOT = 200
const ROUNDS = 7
const SECONDS = 2
const CONNECTIONS = 32

/** Compares album page data with a minimal server: figures of this run and their ratio. */
export async function benchHttp(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-bench-'))
  const ids = await seedCatalogue(dataDir, ALBUMS)
  const servers = {
    bare: await startServer('http-server', ['bare', dataDir]),
    refrain: await startServer('http-server', ['refrain', dataDir]),
  }
  try {
    console.log(`${GENERATOR_NAME}, ${CONNECTIONS} connections, median of ${ROUNDS} rounds of ${SECONDS} s`)
    const hot = ids.slice(0, HOT)
    await compare(
      'album page, hot',
      0.65,
      [servers.bare, hot.map(id => ({ method: 'GET', path: `/hot/${id}` }))],
      [servers.refrain, hot.map(id => ({ method: 'GET', path: `/api/albums/${id}` }))],
    )
    // An import that never ends keeps responses from being cached for long, so that the database is queried.
    const db = new DatabaseSync(join(dataDir, DATABASE_FILE))
    const importing = setInterval(() => db.exec('update catalogue_version set version = version + 1'), 200)
    const shuffled = ids.toSorted((a, b) => hash(a) - hash(b))
    const pages = shuffled.flatMap(id => askPage(id))
    await compare('album page, from the database', 0.75, [servers.bare, pages], [servers.refrain, pages])
    clearInterval(importing)
    db.close()
  } finally {
    servers.bare.stop()
    servers.refrain.stop()
    rmSync(dataDir, { recursive: true })
  }
}

function askPage(id: string): LoadRequest[] {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ albumId: id })
  return [
    { method: 'GET', path: `/api/albums/${id}` },
    { method: 'POST', path: '/api/getTracksbyAlbumid', headers, body },
  ]
}

/** An order unrelated to that of the rows. */
function hash(text: string): number {
  return Array.from(text).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7)
}

type Side = readonly [BenchServer, readonly LoadRequest[]]

async function compare(name: string, goal: number, bare: Side, ours: Side): Promise<void> {
  const rounds: { bare: Measured; ours: Measured }[] = []
  const measure = ([server, requests]: Side) =>
    server.measure({ requests, connections: CONNECTIONS, seconds: SECONDS })
  for (let round = 0; round <= ROUNDS; round++) {
    const pair = { bare: await measure(bare), ours: await measure(ours) }
    // The first round warms up both.
    if (round > 0) rounds.push(pair)
  }
  const line = (side: 'bare' | 'ours') => {
    const perSecond = median(rounds.map(round => round[side].perSecond))
    const micros = median(rounds.map(round => round[side].cpuMicros))
    return `${Math.round(perSecond)} req/s, ${micros.toFixed(0)} µs of processor each`
  }
  const ratios = rounds.map(round => round.ours.perSecond / round.bare.perSecond)
  console.log(`${name}\n  bare node:http  ${line('bare')}\n  refrain         ${line('ours')}`)
  recordFigure({
    name,
    value: median(ratios),
    unit: 'of bare node:http',
    limit: goal,
    isFloor: true,
    rounds: ratios,
    digits: 2,
  })
}
