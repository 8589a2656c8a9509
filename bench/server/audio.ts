import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '@refrain/server/testing/databases/postgres'
import { GENERATOR_NAME, type LoadRequest, runLoad } from '../load/load.ts'
import { processorOf } from '../load/process-tree.ts'
import { median } from '../load/start-server.ts'
import { startService } from '../load/start-service.ts'
import type { Measured } from '../report/measured.ts'
import { describeRun, finishRun } from '../report/run.ts'
import { makeAudioAlbum } from './audio-album.ts'
import { hasNginx, startNginx, startNginxBefore } from './nginx.ts'

const FILES = 12
const FILE_BYTES = 5 * 1024 * 1024
const RANGE_BYTES = 64 * 1024
const ROUNDS = 5
const SECONDS = 2
const MEGABYTE = 1e6

interface Contender {
  readonly name: string
  readonly port: number
  /** Of the service: its processor time is shown. */
  readonly pid: number
  stop(): Promise<void>
}

interface Comparison {
  readonly name: string
  readonly figure: 'perSecond' | 'bytesPerSecond'
  readonly requests: readonly LoadRequest[]
  readonly connections: number
  /** The least share of nginx' throughput, by the name of the contender. */
  readonly goals: Readonly<Record<string, number>>
}

/**
 * Serves audio files, whole and by range: in one process, in two, and with files handed over to nginx; all compared with nginx
 * alone, one worker with `sendfile`, in alternating rounds. Options: `--only TEXT` (whole or ranges), `--compare`, `--save`.
 */
export async function benchAudio(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: { type: 'string', default: '' },
      compare: { type: 'boolean', default: false },
      save: { type: 'boolean', default: false },
    },
  })
  const [load = 0] = loadavg()
  const folder = mkdtempSync(join(tmpdir(), 'refrain-bench-'))
  const root = join(folder, 'music')
  mkdirSync(join(folder, 'data'), { mode: 0o700 })
  const postgres = await startPostgres({ durable: true })
  const place = { dataDir: join(folder, 'data'), databaseUrl: `${postgres.url}/postgres` }
  const stops: (() => Promise<void>)[] = []
  try {
    const names = await makeAudioAlbum(place, root, FILE_BYTES)
    const contenders = await startContenders(place, folder, stops)
    const nginx = hasNginx ? await startNginx(root, join(folder, 'nginx')) : undefined
    if (nginx) stops.push(async () => nginx.stop())
    else console.log('nginx is not installed: figures without a ratio, and no files handed over')
    console.log(`${GENERATOR_NAME}, ${FILES} files of 5 MB, median of ${ROUNDS} rounds of ${SECONDS} s`)
    const figures: Measured[] = []
    for (const each of comparisons(names).filter(({ name }) => name.includes(values.only))) {
      figures.push(...(await compare(each, contenders, nginx?.port)))
    }
    const run = describeRun({ name: 'audio', tracks: FILES, database: 'postgres', load, figures })
    if (nginx && !values.only) finishRun(run, values)
  } finally {
    for (const stop of stops.toReversed()) await stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startContenders(
  place: { dataDir: string; databaseUrl: string },
  folder: string,
  stops: (() => Promise<void>)[],
): Promise<Contender[]> {
  const limits = { RATE_LIMIT_SCALE: '1000000' }
  const handsOver = { ...limits, SENDFILE: 'x-accel-redirect', TRUSTED_PROXIES: '127.0.0.1' }
  const contenders: Contender[] = []
  for (const workers of ['1', '2']) {
    const name = workers === '1' ? 'one process' : `--workers ${workers}`
    const service = await startService(place, { ...limits, WORKERS: workers })
    stops.push(service.stop)
    contenders.push({ ...service, name })
    if (!hasNginx) continue
    const handing = await startService(place, { ...handsOver, WORKERS: workers })
    const nginx = await startNginxBefore(handing.port, join(folder, `nginx-${workers}`))
    stops.push(handing.stop, async () => nginx.stop())
    contenders.push({ ...handing, port: nginx.port, name: `${name}, handed over` })
  }
  return contenders
}

function comparisons(names: readonly string[]): Comparison[] {
  return [
    {
      name: 'whole files, 8 connections',
      figure: 'bytesPerSecond',
      requests: names.map(path => ({ method: 'GET', path })),
      connections: 8,
      goals: { 'one process': 0.65 },
    },
    {
      name: '64 KB ranges, 32 connections',
      figure: 'perSecond',
      requests: Array.from({ length: 500 }, (_, i) => askRange(names[i % FILES] as string, i)),
      connections: 32,
      goals: { 'one process, handed over': 0.45, '--workers 2': 0.45, '--workers 2, handed over': 0.45 },
    },
  ]
}

/** A range somewhere in the file, like a seeking player. */
function askRange(path: string, i: number): LoadRequest {
  const start = (i * 7_919_333) % (FILE_BYTES - RANGE_BYTES)
  return { method: 'GET', path, headers: { Range: `bytes=${start}-${start + RANGE_BYTES - 1}` } }
}

interface Round {
  readonly nginx: number
  /** In the order of the contenders. */
  readonly ours: readonly { throughput: number; micros: number }[]
}

async function compare(
  { name, figure, requests, connections, goals }: Comparison,
  contenders: readonly Contender[],
  nginxPort: number | undefined,
): Promise<Measured[]> {
  const rounds: Round[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const load = { requests, connections, seconds: SECONDS }
    const nginx = nginxPort === undefined ? 0 : (await runLoad({ ...load, port: nginxPort }))[figure]
    const ours: { throughput: number; micros: number }[] = []
    for (const { port, pid } of contenders) {
      const before = processorOf(pid)
      const result = await runLoad({ ...load, port })
      const micros = ((processorOf(pid) - before) * 1e6) / (result.perSecond * SECONDS)
      ours.push({ throughput: result[figure], micros })
    }
    // The first round warms up all of them.
    if (round > 0) rounds.push({ nginx, ours })
  }
  const show = (value: number) =>
    figure === 'perSecond' ? `${Math.round(value)} req/s` : `${Math.round(value / MEGABYTE)} MB/s`
  const nginx = median(rounds.map(round => round.nginx))
  console.log(nginxPort === undefined ? name : `${name}: nginx ${show(nginx)}`)
  return contenders.map((contender, n) => {
    const measured = describeContender(`${name}: ${contender.name}`, rounds, n, goals[contender.name])
    const micros = median(rounds.map(round => round.ours[n]?.micros ?? 0))
    const ratio = nginxPort === undefined ? '' : `, ${describeRatio(measured)}`
    console.log(
      `  ${contender.name.padEnd(26)} ${show(measured.p50)}, ${micros.toFixed(0)} µs of processor each${ratio}`,
    )
    return measured
  })
}

function describeContender(
  name: string,
  rounds: readonly Round[],
  n: number,
  budget: number | undefined,
): Measured {
  const ours = rounds.map(round => round.ours[n]?.throughput ?? 0)
  const limit = rounds.map(round => round.nginx)
  const ratios = ours.map((each, round) => each / (limit[round] ?? 0))
  const ratio = median(ratios)
  return {
    name,
    percentile: 0.5,
    p50: median(ours),
    tail: Math.min(...ours),
    limitP50: median(limit),
    limitTail: Math.min(...limit),
    ratio,
    budget,
    isFloor: true,
    isMet: budget === undefined || ratio >= budget,
    rounds: ratios,
  }
}

function describeRatio({ ratio, budget, isMet }: Measured): string {
  if (budget === undefined) return `ratio ${ratio.toFixed(2)}`
  return `ratio ${ratio.toFixed(2)} (at least ${budget})  ${isMet ? 'MET' : 'MISSED'}`
}
