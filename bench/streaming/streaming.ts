import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { planCatalogue } from '../data/catalogue-plan.ts'
import type { CallsJob, CallsResult } from '../load/calls-job.ts'
import { now } from '../load/now.ts'
import { memoryOf, processorOf } from '../load/process-tree.ts'
import { startGenerator } from '../load/start-generator.ts'
import { type RunningService, startService } from '../load/start-service.ts'
import { describeRun, finishRun, printTable } from '../report/run.ts'
import { openPlace, type Place } from '../scale/place.ts'
import { openRawReader } from '../scale/raw-reader.ts'
import type { ListenersJob, ListenersResult } from './listeners-job.ts'
import { readCalls, writeCalls } from './mixed-calls.ts'
import { addMusic, type Music, prepareStreams } from './prepare-music.ts'
import { describeErrors, type MeasuredStreaming, streamingFigures } from './streaming-figures.ts'

/** Reading it takes the service some milliseconds, too. */
const LOOK_EVERY_MS = 2_000

const CALLS = new URL('../load/calls-process.ts', import.meta.url)
const LISTENERS = new URL('listeners-process.ts', import.meta.url)
/** Distinct calls, which are repeated. */
const READS = 20_000
/** Fills the caches of the database (64 MB) and of responses (32 MB), which stay. */
const WARM_UP_MS = 60_000
const BEGIN_WITHIN_MS = 30_000
/** The generators have started by then. */
const START_IN_MS = 3_000
const GIVEN_BACK_MS = 60_000

const OPTIONS = {
  tracks: { type: 'string', default: '1000000' },
  database: { type: 'string', default: 'embedded' },
  seconds: { type: 'string', default: '600' },
  listeners: { type: 'string', default: '2000' },
  reads: { type: 'string', default: '200' },
  writes: { type: 'string', default: '20' },
  line: { type: 'string', default: '0' },
  idle: { type: 'string', default: '0' },
  workers: { type: 'string', default: '1' },
  compare: { type: 'boolean', default: false },
  save: { type: 'boolean', default: false },
} as const

interface Load {
  readonly seconds: number
  readonly listeners: number
  readonly reads: number
  readonly writes: number
  readonly line: number
  readonly idle: number
}

/**
 * Listeners who play music at 256 kbit/s while others browse and change their libraries, all at times that are fixed in
 * advance. Measured is what they notice, and what it costs the whole service.
 * Options: `--listeners N`, `--reads N` and `--writes N` a second, `--seconds N`, `--line KBITS` (speed of a listener's line),
 * `--idle N` (more connections that ask for nothing), `--tracks N`, `--database embedded|postgres`, `--workers N`,
 * `--compare`, `--save`.
 */
export async function benchStreaming(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS })
  const { database, workers } = values
  const tracks = Number(values.tracks)
  const [seconds, listeners] = [Number(values.seconds), Number(values.listeners)]
  const [reads, writes, line, idle] = [values.reads, values.writes, values.line, values.idle].map(Number)
  const load = { seconds, listeners, reads, writes, line, idle } as Load
  const [before = 0] = loadavg()
  const place = await openPlace(tracks, database === 'embedded' ? 'sqlite' : 'postgres')
  try {
    const music = await fillPlace(place, tracks)
    const service = await startService(place, { RATE_LIMIT_SCALE: '1000000', WORKERS: workers })
    try {
      const measured = await measure(service, { music, load, tracks })
      const name = `streaming-${listeners}-${seconds}s${line ? `-${line}kbit` : ''}${idle ? `-${idle}idle` : ''}`
      const run = describeRun({ name, tracks, database, load: before, figures: streamingFigures(measured) })
      console.log(
        `${listeners} listeners, ${reads} reads and ${writes} writes a second for ${seconds} s; ${tracks} tracks, ${database}, ${workers} process(es), load ${before.toFixed(1)} before; milliseconds unless the name says otherwise`,
      )
      printTable(run)
      for (const error of describeErrors(measured)) console.log(`  ${error}`)
      finishRun(run, values)
    } finally {
      await service.stop()
    }
  } finally {
    await place.close()
  }
}

async function fillPlace(place: Place, tracks: number): Promise<Music> {
  const raw = await openRawReader(place.dataDir, place.databaseUrl)
  try {
    return await addMusic(raw, planCatalogue(tracks), join(place.dataDir, 'bench-music'))
  } finally {
    await raw.close()
  }
}

async function measure(
  service: RunningService,
  { music, load, tracks }: { music: Music; load: Load; tracks: number },
): Promise<MeasuredStreaming> {
  const { port, pid } = service
  const plan = planCatalogue(tracks)
  await prepareStreams(port, music)
  const reads = { perSecond: load.reads, requests: readCalls(plan, READS) }
  const writes = { perSecond: load.writes, requests: writeCalls(plan, load.writes * load.seconds) }
  const startCalls = (startAt: number, loops: CallsJob['loops']) =>
    startGenerator<CallsJob, CallsResult>(CALLS, { port, startAt, loops })
  const warmUp = startCalls(now() + START_IN_MS, { reads })
  await wait(START_IN_MS + WARM_UP_MS)
  await warmUp.finish()
  const watch = watchService(pid)
  const startAt = now() + START_IN_MS
  const { listeners, line, idle } = load
  const listening = startGenerator<ListenersJob, ListenersResult>(LISTENERS, {
    ...{ port, startAt, listeners, line, idle, music },
    beginWithinMs: Math.min(BEGIN_WITHIN_MS, (load.seconds * 1000) / 2),
  })
  const calling = startCalls(startAt, { reads, writes })
  await wait(startAt + load.seconds * 1000 - now())
  const processor = watch.processorShare()
  const [heard, called] = await Promise.all([listening.finish(), calling.finish()])
  await wait(GIVEN_BACK_MS)
  return { seconds: load.seconds, heard, called, processor, ...watch.finish() }
}

/** Watches what a service and its processes cost from now on. */
function watchService(pid: number) {
  const [startedAt, processor, beforeMb] = [performance.now(), processorOf(pid), memoryOf(pid)]
  let peakMb = beforeMb
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, memoryOf(pid))
  }, LOOK_EVERY_MS)
  return {
    /** Share of one core since the start. */
    processorShare: () => ((processorOf(pid) - processor) * 1000) / (performance.now() - startedAt),
    /** Megabytes of memory before, at most and now. */
    finish() {
      clearInterval(timer)
      return { beforeMb, peakMb, keptMb: memoryOf(pid) }
    },
  }
}
