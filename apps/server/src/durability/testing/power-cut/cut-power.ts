import { cpSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, vi } from 'vitest'
import { buildApp } from '../../../app.ts'
import { migrate } from '../../../database/migrate.ts'
import { openDatabase } from '../../../database/open.ts'
import { folderStorage } from '../../../media/storage/folder-storage.ts'
import { readSettings } from '../../../settings.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { checkConsistency } from '../count-checks.ts'
import { type ListenerState, readState, toComparable } from '../listener-state.ts'
import { Random } from '../random.ts'
import { seedCatalogue } from '../seed-catalogue.ts'
import { startServiceProcess } from '../service-process.ts'
import { SimulatedListener } from '../simulated-listener.ts'
import { readTrace, tracer } from './read-trace.ts'
import { randomLuck, SimulatedDisk } from './simulated-disk.ts'

/** A moment at which a listener had an answer. */
interface Point {
  /** Answers of the service so far. */
  readonly answers: number
  /** What the listener may rely on. */
  readonly state: ListenerState
  readonly token: string
}

/** What the service did to its disk while one listener made changes. */
export interface Recording {
  /** The data folder before. */
  readonly before: string
  readonly dataDir: string
  /** The tracer's output. */
  readonly trace: string
  readonly points: readonly Point[]
  readonly listener: SimulatedListener
}

/** Runs the service on an embedded database under a tracer. @param changes number of changes to acknowledge */
export async function recordChanges(seed: number, changes: number): Promise<Recording> {
  const dataDir = join(realpathSync(temporaryFolder()), 'data')
  const open = openDatabase({ databaseUrl: '', dataDir })
  await migrate(open)
  const ids = await seedCatalogue(open, 60)
  await open.close()
  const before = join(temporaryFolder(), 'before')
  cpSync(dataDir, before, { recursive: true })
  const trace = join(temporaryFolder(), 'trace')
  const service = await startServiceProcess({ DATA_DIR: dataDir }, tracer(trace))
  const create = { width: 300, height: 300, channels: 3, background: '#246' } as const
  const picture = new Blob([await sharp({ create }).png().toBuffer()])
  const calls = vi.spyOn(globalThis, 'fetch')
  try {
    const random = new Random(seed)
    const listener = await SimulatedListener.signUp(service.address, seed, { ids, picture, random })
    const points: Point[] = []
    await listener.act(service.address, () => {
      points.push({ answers: calls.mock.calls.length, state: listener.state, token: listener.token })
      if (points.length === changes) void service.end('SIGKILL')
    })
    await service.end('SIGKILL')
    return { before, dataDir, trace: readFileSync(trace, 'utf8'), points, listener }
  } finally {
    calls.mockRestore()
    await service.end('SIGKILL')
  }
}

/**
 * Cuts the power at points of a recording, just as the answer leaves, and expects everything acknowledged to be there
 * when a service starts on what the disk holds then.
 * @param variants how many random choices of unflushed writes to add to each point; the first has none of them
 * @returns the number of power cuts
 */
export async function cutPower(
  { before, dataDir, trace, points, listener }: Recording,
  isTried: (point: Point, n: number) => boolean,
  { seed, variants }: { seed: number; variants: number },
): Promise<number> {
  const tried = new Map(points.filter(isTried).map(point => [point.answers, point]))
  const disk = new SimulatedDisk(dataDir, before)
  const random = new Random(seed)
  let answers = 0
  let cuts = 0
  for (const event of readTrace(trace, dataDir)) {
    if (event.kind !== 'answer') {
      disk.apply(event)
      continue
    }
    const point = tried.get(++answers)
    if (!point) continue
    for (let n = 0; n <= variants; n++) {
      const survived = join(temporaryFolder(), 'data')
      disk.writeSurvivors(survived, n > 0 ? randomLuck(random) : undefined)
      await expectState(survived, listener, point).catch(error => {
        throw new Error(`After ${answers} answers: ${error.message}`, { cause: error })
      })
      cuts++
    }
  }
  expect(answers).toBeGreaterThanOrEqual(points.at(-1)!.answers)
  return cuts
}

async function expectState(
  dataDir: string,
  listener: SimulatedListener,
  { state, token }: Point,
): Promise<void> {
  const open = openDatabase({ databaseUrl: '', dataDir })
  const settings = { ...readSettings({}), rateLimitScale: 0, dataDir }
  const app = await buildApp({ open, settings })
  try {
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const known = new Set(state.playlists.map(({ id }) => id))
    expect(await readState(address, token, known)).toEqual(toComparable(state))
    await listener.checkPicture(address, state.picture)
    await checkConsistency(open, folderStorage(dataDir))
  } finally {
    await app.close()
    await open.close()
  }
}
