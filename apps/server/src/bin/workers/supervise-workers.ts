import cluster, { type Worker } from 'node:cluster'
import { log } from '../../log/log.ts'
import { closeUntaken } from './close-untaken.ts'
import { environmentOf, type ReadyMessage, type WorkerRole } from './worker-role.ts'

const MIN_DELAY_MS = 200
const MAX_DELAY_MS = 30_000
/** A worker that lived this long counts as healthy: its replacement starts without a longer delay. */
const HEALTHY_MS = 60_000

export interface Supervision {
  /**
   * Starts the workers, the others when the first one serves. Resolves when all serve, or have failed once.
   * @returns the first one's text for the operator; its exit status if it ended before that, and so nothing was started
   */
  start(): Promise<string | number>
  /** Ends all workers. Resolves when the last one has ended. */
  stop(): Promise<void>
}

/**
 * Runs this program in several processes that share its port, and replaces each one that ends.
 * @param onFork called with each process that is started
 */
export function superviseWorkers(count: number, onFork: (worker: Worker) => void): Supervision {
  const running = new Set<Worker>()
  const delays = new Set<NodeJS.Timeout>()
  let isStopping = false

  function fork(role: WorkerRole): Worker {
    const worker = cluster.fork(environmentOf(role))
    running.add(worker)
    closeUntaken(worker)
    onFork(worker)
    worker.once('exit', () => running.delete(worker))
    worker.on('error', error => {
      // It could not be started, and there will be no event for its end.
      if (worker.process.pid === undefined) worker.emit('exit', error.message, null)
    })
    return worker
  }

  /** @param failures how many workers before it ended soon */
  function replaceWhenItEnds(worker: Worker, role: WorkerRole, failures = 0): void {
    const startedAt = performance.now()
    worker.once('exit', (code, signal) => {
      if (isStopping) return
      const failed = performance.now() - startedAt < HEALTHY_MS ? failures + 1 : 0
      const delay = Math.min(MIN_DELAY_MS * 2 ** failed, MAX_DELAY_MS)
      const { pid } = worker.process
      log.error(`Worker ${pid} has ended (${signal ?? code}): starting another in ${delay / 1000} s.`)
      const timer = setTimeout(() => {
        delays.delete(timer)
        const next = fork(role)
        replaceWhenItEnds(next, role, failed)
        void readyText(next).then(() => log.info(`Worker ${next.process.pid} has taken its place.`))
      }, delay)
      delays.add(timer)
    })
  }

  return {
    async start() {
      const first = fork('first')
      const text = await readyOrEnded(first)
      if (typeof text === 'number' || isStopping) return text
      replaceWhenItEnds(first, 'first')
      const others = Array.from({ length: count - 1 }, () => fork('other'))
      for (const worker of others) replaceWhenItEnds(worker, 'other')
      await Promise.all(others.map(readyOrEnded))
      return text
    },
    async stop() {
      isStopping = true
      for (const timer of delays) clearTimeout(timer)
      const ended = [...running].map(untilExit)
      for (const worker of running) worker.process.kill('SIGTERM')
      await Promise.all(ended)
    },
  }
}

function readyOrEnded(worker: Worker): Promise<string | number> {
  return Promise.race([readyText(worker), untilExit(worker)])
}

/** @returns the exit status; 1 if it was killed or could not be started */
function untilExit(worker: Worker): Promise<number> {
  return new Promise(resolve => {
    worker.once('exit', (status: unknown) => resolve(typeof status === 'number' ? status : 1))
  })
}

function readyText(worker: Worker): Promise<string> {
  return new Promise(resolve => {
    worker.on('message', ({ ready }: Partial<ReadyMessage>) => {
      if (ready !== undefined) resolve(ready)
    })
  })
}
