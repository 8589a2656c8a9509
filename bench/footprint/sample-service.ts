import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '@refrain/server/database/open'
import { updateJob } from '@refrain/server/jobs/job-store'
import { privateMemoryOf } from '../load/process-tree.ts'
import { median } from '../load/start-server.ts'
import { type Measured, singleFigure } from '../report/measured.ts'
import { sendHostileRequests } from './hostile-requests.ts'
import { type NpmStart, npmStart } from './npm-start.ts'
import { browse, visit } from './visits.ts'

const STARTS = 5
const ADDED_WITHIN_MS = 120_000
const SETTLED_AFTER_MS = 6_000
const SHELL_MB = 2
/** Of twenty pages each. */
const VISITS = 40
const BUDGETS = {
  startSeconds: 0.8,
  startProcessor: 0.8,
  serviceMb: 50,
  browsedMb: 70,
  allMb: 65,
  allBrowsedMb: 85,
  visitedMb: 90,
  hostileMb: 110,
}

/**
 * What `npm start` costs with the sample catalogue of 45 tracks, and what it takes once a listener has browsed twenty pages, once many
 * have, and after large and hostile requests.
 */
export async function measureSampleService(dataDir: string): Promise<Measured[]> {
  await addSample(dataDir)
  const starts: NpmStart[] = []
  for (let n = 0; n < STARTS; n++) {
    const started = await npmStart([], dataDir)
    starts.push(started)
    if (n < STARTS - 1) await started.stop()
  }
  const last = starts.at(-1) as NpmStart
  await untilAlone(last.pid)
  await wait(SETTLED_AFTER_MS)
  const before = measureMemory(last.pid)
  const address = `http://127.0.0.1:${last.port}`
  const measureAfter = async (requests: Promise<void>) => {
    await requests
    await wait(SETTLED_AFTER_MS)
    return measureMemory(last.pid)
  }
  const after = await measureAfter(browse(address))
  const visited = await measureAfter(visit(address, VISITS))
  const attacked = await measureAfter(sendHostileRequests(address))
  await last.stop()
  const figure = (name: string, values: readonly number[], budget: number) =>
    singleFigure(name, median(values), budget, { rounds: values })
  return [
    figure(
      'npm start to the first answer, s',
      starts.map(start => start.seconds),
      BUDGETS.startSeconds,
    ),
    figure(
      'the same, s of processor',
      starts.map(start => start.processorSeconds),
      BUDGETS.startProcessor,
    ),
    figure('service after start, private MB', [before.service], BUDGETS.serviceMb),
    figure('service after twenty pages, private MB', [after.service], BUDGETS.browsedMb),
    figure('all processes after start, private MB', [before.all], BUDGETS.allMb),
    figure('all processes after twenty pages, private MB', [after.all], BUDGETS.allBrowsedMb),
    figure(
      `service after ${VISITS} visits of twenty pages, private MB`,
      [visited.service],
      BUDGETS.visitedMb,
    ),
    figure('service after hostile requests, too, private MB', [attacked.service], BUDGETS.hostileMb),
  ]
}

/** Adds the sample catalogue, and pauses the analysis and the rendering ahead, which would be measured as well. */
async function addSample(dataDir: string): Promise<void> {
  const first = await npmStart([], dataDir)
  const until = performance.now() + ADDED_WITHIN_MS
  while (!first.output().includes('has been added')) {
    if (performance.now() > until) throw new Error(`The sample was not added: ${first.output()}`)
    await wait(100)
  }
  await wait(SETTLED_AFTER_MS)
  await untilAlone(first.pid)
  await first.stop()
  const { db, close } = openDatabase({ dataDir, databaseUrl: '' })
  for (const job of ['analysis', 'imports'] as const)
    await db.transaction().execute(tx => updateJob(tx, job, { paused: 1 }))
  await close()
  // Does what the first one left; with such work, a start keeps 15 MB more.
  const second = await npmStart([], dataDir)
  await wait(SETTLED_AFTER_MS)
  await untilAlone(second.pid)
  await second.stop()
}

/** Waits for processes of the service that draw and import, which is once. The shell that guards them is small. */
async function untilAlone(npm: number): Promise<void> {
  while (privateMemoryOf(npm).others.filter(megabytes => megabytes > SHELL_MB).length > 1) await wait(1_000)
}

/** @param npm its process, whose child is the service */
function measureMemory(npm: number): { service: number; all: number } {
  const { own, others } = privateMemoryOf(npm)
  return { service: others[0] ?? 0, all: own + others.reduce((sum, each) => sum + each, 0) }
}
