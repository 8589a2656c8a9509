import { parentPort, type Transferable } from 'node:worker_threads'
import type { WorkerMessage } from './worker-messages.ts'

/** Minimum interval between two messages about the resources of a process. */
const USAGE_INTERVAL_MS = 50

export interface JobContext<Update> {
  update(update: Update, transfer?: readonly Transferable[]): void
  /**
   * Reports the resources that the job has used. Long jobs of a process call it often: it also shows that the job
   * proceeds.
   */
  reportUsage(): void
}

/**
 * Runs jobs in a worker, one at a time; to be called by the program of a worker process or thread. A process ignores
 * SIGINT and SIGTERM, which the service handles, and ends with the service.
 * @param run its error fails the job, and the worker takes further ones
 */
export function serveJobs<Job, Result, Update = never>(
  run: (job: Job, context: JobContext<Update>) => Promise<Result> | Result,
): void {
  const send = (message: WorkerMessage<Result, Update>, transfer: readonly Transferable[] = []) => {
    if (parentPort) parentPort.postMessage(message, transfer)
    // The service may have just exited.
    else process.send?.(message, () => {})
  }
  const takeJob = async (job: Job) => {
    const reportUsage = usageReporter(usage => send({ usage }))
    try {
      send({
        result: await run(job, { update: (update, transfer) => send({ update }, transfer), reportUsage }),
      })
    } catch (error) {
      const { name, message, code } = error as NodeJS.ErrnoException
      send({ failed: { name, message, ...(code === undefined ? {} : { code }) } })
    }
  }
  if (parentPort) parentPort.on('message', takeJob)
  else {
    process.on('message', takeJob)
    endWithService()
  }
  send({ ready: true })
}

function usageReporter(report: (usage: { cpuMs: number; residentBytes: number }) => void): () => void {
  let reportedAt = performance.now()
  const start = process.cpuUsage()
  return () => {
    if (performance.now() - reportedAt < USAGE_INTERVAL_MS) return
    reportedAt = performance.now()
    const { user, system } = process.cpuUsage(start)
    report({ cpuMs: (user + system) / 1000, residentBytes: process.memoryUsage.rss() })
  }
}

function endWithService(): void {
  // A signal to the process group is meant for the service, which still completes open requests.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => {
    try {
      // With programs that it has started, if it has a group of its own.
      process.kill(-process.pid, 'SIGKILL')
    } catch {
      // An ordinary exit would wait for native code that still runs.
      process.kill(process.pid, 'SIGKILL')
    }
  })
}
