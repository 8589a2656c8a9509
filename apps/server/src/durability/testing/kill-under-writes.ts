import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import type { OpenDatabase } from '../../database/open.ts'
import { folderStorage } from '../../media/storage/folder-storage.ts'
import type { CatalogueIds } from './actions/action.ts'
import { checkConsistency, checkDeleted } from './count-checks.ts'
import { Random } from './random.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'
import { SimulatedListener } from './simulated-listener.ts'

const LISTENERS = 5
/** Changes that are acknowledged between two kills. */
const [FEWEST_CHANGES, MAX_CHANGES] = [5, 70]
/** Between the last of them and the kill: other changes are at any point of their way then. */
const MAX_DELAY_MS = 8

export interface KillRun {
  readonly open: OpenDatabase
  /** Of the catalogue in the database. */
  readonly ids: CatalogueIds
  readonly dataDir: string
  /** Of the service: DATA_DIR and DATABASE_URL. */
  readonly env: Readonly<Record<string, string>>
  /** How often to interrupt. */
  readonly times: number
  readonly seed: number
  /** Interrupts the changes; by default kills the service and starts it again. @returns the service that runs then */
  readonly interrupt?: (service: ServiceProcess) => Promise<ServiceProcess>
}

/**
 * Kills the service, or what it depends on, again and again while listeners make changes. After each time, expects every acknowledged change to
 * be there once, and all counts to be right.
 * @returns the number of acknowledged changes, and the seconds of processor time until ready after each kill
 */
export async function killUnderWrites({ open, ids, dataDir, env, times, seed, interrupt }: KillRun) {
  const killAndStart = async (running: ServiceProcess) => {
    await running.end('SIGKILL')
    return startServiceProcess(env)
  }
  const random = new Random(seed)
  const create = { width: 700, height: 700, channels: 3, background: '#246' } as const
  const picture = new Blob([await sharp({ create }).png().toBuffer()])
  const startSeconds: number[] = []
  let acknowledged = 0
  let service: ServiceProcess = await startServiceProcess(env)
  try {
    const listeners: SimulatedListener[] = []
    for (let n = 0; n < LISTENERS; n++) {
      const own = new Random(seed * LISTENERS + n + 1)
      listeners.push(await SimulatedListener.signUp(service.address, n, { ids, picture, random: own }))
    }
    for (let n = 0; n < times; n++) {
      const stop = new AbortController()
      let left = FEWEST_CHANGES + random.below(MAX_CHANGES - FEWEST_CHANGES)
      const delay = random.next() * MAX_DELAY_MS
      const { promise: enough, resolve } = Promise.withResolvers<void>()
      const onAcknowledged = () => {
        acknowledged++
        if (--left === 0) resolve()
      }
      const acting = Promise.all(listeners.map(one => one.act(service.address, onAcknowledged, stop.signal)))
      await Promise.race([enough, acting])
      await wait(delay)
      const next = (interrupt ?? killAndStart)(service)
      next.finally(() => stop.abort()).catch(() => {})
      await acting
      service = await next
      if (service.startSeconds !== undefined) startSeconds.push(service.startSeconds)
      await Promise.all(listeners.map(one => one.check(service.address)))
      await checkConsistency(open, folderStorage(dataDir))
      await checkDeleted(
        open,
        listeners.flatMap(one => one.deletedEmails),
      )
    }
    return { acknowledged, startSeconds }
  } catch (error) {
    throw new Error(`With the seed ${seed}: ${(error as Error).message}\n${service.output()}`, {
      cause: error,
    })
  } finally {
    await service.end('SIGKILL')
  }
}
