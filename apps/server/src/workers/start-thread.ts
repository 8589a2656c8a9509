import { Worker } from 'node:worker_threads'
import type { StartWorker } from './worker-handle.ts'

export interface ThreadOptions {
  /** Given to the thread when it starts. */
  readonly data?: unknown
  /** The whole environment of the thread; by default a copy of this process's. */
  readonly env?: NodeJS.ProcessEnv
  /** Limit of its heap, without the young generation. */
  readonly heapMb: number
  readonly youngMb?: number
}

/** Workers that are threads: quicker to start than processes, but a crash in native code ends this process, too. */
export function startThread(program: URL, options: ThreadOptions): StartWorker {
  const { data, env, heapMb, youngMb } = options
  return ({ onMessage, onEnd }) => {
    const worker = new Worker(program, {
      workerData: data,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        ...(youngMb ? { maxYoungGenerationSizeMb: youngMb } : {}),
      },
      ...(env ? { env } : {}),
    })
    let error: Error | undefined
    worker.on('message', onMessage)
    // An error may arrive before the last messages; at the exit of the thread all have arrived.
    worker.on('error', cause => {
      error = cause as Error
    })
    worker.on('exit', () => onEnd(error ? { error } : {}))
    return {
      post: job => worker.postMessage(job),
      kill: () => void worker.terminate(),
      keepAlive: isNeeded => (isNeeded ? worker.ref() : worker.unref()),
    }
  }
}
