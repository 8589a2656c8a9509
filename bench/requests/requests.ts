import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { root } from '../../scripts/runtime.mjs'
import { runImport } from '../footprint/run-import.ts'
import { makeCollection } from '../import/make-collection.ts'
import { GENERATOR_NAME, runLoad } from '../load/load.ts'
import { processorOf, processorOfOne } from '../load/process-tree.ts'
import { median } from '../load/start-server.ts'
import { type RunningService, startService } from '../load/start-service.ts'
import { recordFigure } from '../report/record-figure.ts'
import { checkOut } from './check-out.ts'
import { findRequests, type MeasuredRequest } from './measured-requests.ts'

const FILES = 5_000
/** The first album, of twelve tracks: ranges are read from it. */
const LONG = { title: 'Orchard No. 1', files: 12, seconds: 60 }
const SHORT = { seconds: 1, coverEdge: 64 }
const ROUNDS = 7
const SECONDS = 2
/** Of the other revision: what a change may cost. */
const MAX_RATIO = 1.05
/** Before that, what the service does on its own begins, such as the analysis of new files. */
const SETTLED_AFTER_MS = 10_000
const REST_MS = 3_000
const RESTING_SHARE = 0.02
const REST_WITHIN_MS = 600_000

interface Contender extends RunningService {
  readonly requests: readonly MeasuredRequest[]
}

/**
 * Processor time of the service for one request of those that are made most. `--against REVISION` measures another revision in
 * turns, each with a catalogue that it has imported itself: ratios of medians, on a machine that may be busy with other work.
 * `--rounds N`, `--files N`.
 */
export async function benchRequests(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      against: { type: 'string', default: '' },
      rounds: { type: 'string', default: String(ROUNDS) },
      files: { type: 'string', default: String(FILES) },
      save: { type: 'boolean', default: false },
      compare: { type: 'boolean', default: false },
    },
  })
  const base = mkdtempSync(join(tmpdir(), 'refrain-bench-'))
  const ends: (() => unknown)[] = [() => rmSync(base, { recursive: true, force: true })]
  try {
    const music = join(base, 'music')
    await makeCollection(music, LONG.files, { ...SHORT, seconds: LONG.seconds })
    await makeCollection(music, Number(values.files), { ...SHORT, from: LONG.files })
    const trees = [root]
    if (values.against) {
      const tree = join(base, 'against')
      ends.push(checkOut(values.against, tree))
      trees.push(tree)
    }
    const contenders: Contender[] = []
    for (const [n, tree] of trees.entries()) {
      const contender = await startContender(tree, { dataDir: join(base, `data-${n}`), music })
      ends.push(contender.stop)
      contenders.push(contender)
    }
    console.log(`${GENERATOR_NAME}, ${values.files} files, median of ${values.rounds} rounds of ${SECONDS} s`)
    for (const n of contenders[0]?.requests.keys() ?? []) await compare(contenders, n, values)
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

async function startContender(
  tree: string,
  { dataDir, music }: { dataDir: string; music: string },
): Promise<Contender> {
  await runImport({ dataDir, music, tree })
  const settings = { SET_UP: 'off', RATE_LIMIT_SCALE: '1000000' }
  const service = await startService({ dataDir, databaseUrl: '', tree }, settings)
  try {
    await rest(service.pid)
    return { ...service, requests: await findRequests(service.port, LONG.title) }
  } catch (error) {
    await service.stop()
    throw error
  }
}

/** Waits until a service does nothing on its own. */
async function rest(pid: number): Promise<void> {
  await wait(SETTLED_AFTER_MS)
  const until = performance.now() + REST_WITHIN_MS
  while (performance.now() < until) {
    const before = processorOf(pid)
    await wait(REST_MS)
    if ((processorOf(pid) - before) * 1000 < REST_MS * RESTING_SHARE) return
  }
  throw new Error('The service does not come to rest.')
}

/** Measures one of the requests in turns. */
async function compare(
  contenders: readonly Contender[],
  which: number,
  { rounds, against }: { rounds: string; against: string },
): Promise<void> {
  const times = contenders.map(() => [] as number[])
  const speeds = contenders.map(() => [] as number[])
  const name = contenders[0]?.requests[which]?.name ?? ''
  for (let round = 0; round <= Number(rounds); round++) {
    for (const [n, { port, pid, requests }] of contenders.entries()) {
      const { requests: load, connections } = requests[which] as MeasuredRequest
      const before = processorOfOne(pid)
      const { perSecond } = await runLoad({ port, requests: load, connections, seconds: SECONDS })
      const milliseconds = ((processorOfOne(pid) - before) * 1000) / (perSecond * SECONDS)
      // The first round warms up.
      if (round === 0) continue
      times[n]?.push(milliseconds)
      speeds[n]?.push(perSecond)
    }
  }
  const [own = [], other = []] = times
  const [speed = [], otherSpeed = []] = speeds
  const unit = 'ms of processor'
  const detail = (perSecond: readonly number[]) => `${Math.round(median(perSecond))} a second`
  recordFigure({ name, value: median(own), unit, digits: 3, rounds: own, detail: detail(speed) })
  if (!against) return
  recordFigure({
    ...{ name: `${name}, ${against}`, value: median(other), unit, digits: 3, rounds: other },
    detail: detail(otherSpeed),
  })
  recordFigure({
    ...{ name: `${name}, of that`, value: median(own) / median(other), unit: 'times', digits: 2 },
    limit: MAX_RATIO,
  })
}
