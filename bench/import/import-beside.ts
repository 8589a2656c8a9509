import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '@refrain/server/testing/databases/postgres'
import { programPath } from '../../scripts/build.mjs'
import type { CallsJob, CallsResult } from '../load/calls-job.ts'
import { now } from '../load/now.ts'
import { startGenerator } from '../load/start-generator.ts'
import { startService } from '../load/start-service.ts'
import { type Measured, singleFigure, timesFigure } from '../report/measured.ts'
import { quantile } from '../report/quantile.ts'
import { describeRun, finishRun, printTable } from '../report/run.ts'
import { listBrowsing } from './browsing-calls.ts'
import { makeCollection } from './make-collection.ts'

const CALLS = new URL('../load/calls-process.ts', import.meta.url)
const IMPORT = programPath('import')
/** What is browsed; there before the import. */
const FILES_BEFORE = 1_200
/** Small files, or making them would take longer than importing them. */
const SIZE = { seconds: 1, coverEdge: 300 }
const START_IN_MS = 3_000
const WARM_UP_MS = 5_000
const RATIO = 1.5
const SHARED =
  'each album that is imported empties the caches, and the import and this load keep both cores busy'

const OPTIONS = {
  database: { type: 'string' },
  files: { type: 'string', default: '20000' },
  reads: { type: 'string', default: '20' },
  writes: { type: 'string', default: '2' },
  seconds: { type: 'string', default: '60' },
  compare: { type: 'boolean', default: false },
  save: { type: 'boolean', default: false },
} as const

/**
 * What browsing and writing cost while files are imported beside the service, against the same before and after.
 * Options: `--database embedded|postgres`, `--files N` to import, `--reads N` and `--writes N` a second, `--seconds N` without
 * an import, before and after, `--compare`, `--save`.
 */
export async function benchImportBeside(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const [files, reads, writes, seconds] = [values.files, values.reads, values.writes, values.seconds].map(
    Number,
  )
  const rates = { reads: reads as number, writes: writes as number }
  const folder = mkdtempSync(join(tmpdir(), 'refrain-bench-'))
  const music = join(folder, 'music')
  try {
    for (const database of values.database ? [values.database] : ['embedded', 'postgres']) {
      rmSync(music, { recursive: true, force: true })
      await makeCollection(music, FILES_BEFORE, SIZE)
      const [load = 0] = loadavg()
      const postgres = database === 'postgres' ? await startPostgres({ durable: true }) : undefined
      const databaseUrl = postgres ? `${postgres.url}/postgres` : ''
      try {
        const place = { dataDir: join(folder, database), databaseUrl }
        const measured = await measure(place, music, {
          ...rates,
          files: files as number,
          seconds: seconds as number,
        })
        const figures = describeFigures(measured)
        const run = describeRun({
          name: `import-beside-${files}`,
          tracks: FILES_BEFORE,
          database,
          load,
          figures,
        })
        console.log(
          `\n${files} files into ${FILES_BEFORE}, ${reads} reads and ${writes} writes a second, ${database}, load ${load.toFixed(1)} before; milliseconds unless the name says otherwise`,
        )
        printTable(run)
        for (const error of measured.errors) console.log(`  ${error}`)
        finishRun(run, values)
      } finally {
        await postgres?.stop()
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Place {
  readonly dataDir: string
  readonly databaseUrl: string
}

interface MeasuredBeside {
  /** Before and after. */
  readonly idle: readonly CallsResult[]
  readonly beside: readonly CallsResult[]
  readonly importSeconds: number
  readonly errors: readonly string[]
  readonly errorCount: number
}

async function measure(
  place: Place,
  music: string,
  given: { reads: number; writes: number; files: number; seconds: number },
): Promise<MeasuredBeside> {
  await runImport(place, music)
  await makeCollection(music, FILES_BEFORE + given.files, { ...SIZE, from: FILES_BEFORE })
  const service = await startService(place, { RATE_LIMIT_SCALE: '1000000' })
  try {
    const { port } = service
    const calls = await listBrowsing(`http://127.0.0.1:${port}`)
    const start = (startAt: number) =>
      startGenerator<CallsJob, CallsResult>(CALLS, {
        ...{ port, startAt },
        loops: {
          reads: { perSecond: given.reads, requests: calls.reads },
          writes: { perSecond: given.writes, requests: calls.writes },
        },
      })
    async function browse(until: () => Promise<unknown>): Promise<CallsResult> {
      const generator = start(now() + START_IN_MS)
      await wait(START_IN_MS)
      await until()
      return generator.finish()
    }
    await browse(() => wait(WARM_UP_MS))
    const before = await browse(() => wait(given.seconds * 1000))
    let importSeconds = 0
    const beside = await browse(async () => {
      importSeconds = await runImport(place, music)
    })
    const after = await browse(() => wait(given.seconds * 1000))
    const results = [before, beside, after].flatMap(result => Object.values(result))
    return {
      idle: [before, after],
      beside: [beside],
      importSeconds,
      errors: results.flatMap(({ errors }) => errors),
      errorCount: results.reduce((sum, { errorCount }) => sum + errorCount, 0),
    }
  } finally {
    await service.stop()
  }
}

/** Runs the import command. @returns seconds */
async function runImport({ dataDir, databaseUrl }: Place, music: string): Promise<number> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [IMPORT, music], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl },
  })
  let output = ''
  child.stderr.on('data', (text: Buffer) => {
    output += text
  })
  const [status] = await once(child, 'close')
  if (status !== 0) throw new Error(`The import ended with ${status}: ${output}`)
  return (performance.now() - startedAt) / 1000
}

function describeFigures({ idle, beside, importSeconds, errorCount }: MeasuredBeside): Measured[] {
  const timesOf = (results: readonly CallsResult[], name: string) =>
    results.flatMap(result => result[name]?.samples ?? []).map(([, milliseconds]) => milliseconds)
  const p95Of = (results: readonly CallsResult[]) => quantile(timesOf(results, 'reads'), 0.95)
  const compared = (name: string): Measured => {
    const [ours, limit] = [timesOf(beside, name), timesOf(idle, name)]
    return {
      ...timesFigure(`${name} beside the import, raw: idle`, [ours], 0.95),
      limitP50: quantile(limit, 0.5),
      limitTail: quantile(limit, 0.95),
      ratio: quantile(ours, 0.95) / quantile(limit, 0.95),
    }
  }
  return [
    compared('reads'),
    compared('writes'),
    singleFigure('p95 of reads, times that without an import', p95Of(beside) / p95Of(idle), RATIO, {
      reason: SHARED,
    }),
    singleFigure('errors, number', errorCount, 0),
    singleFigure('the import, seconds', importSeconds),
  ]
}
