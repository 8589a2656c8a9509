import { Worker } from 'node:worker_threads'
import type { ParserJob, ParserName, ParserReport } from './parser-worker.ts'

const WORKER = new URL('./parser-worker.ts', import.meta.url)
/** One file that takes longer hangs the parser, however slow the machine is. */
const HANGS_MS = 30_000
const CHECK_MS = 250
/** Heap of the worker, with the code of all parsers; beyond it the worker ends. */
const HEAP_MEGABYTES = 256
/** Buffers that one small file may take. */
const BUFFER_MEGABYTES = 64

/**
 * Parses mutated files in a worker with limits of time and memory. FUZZ_SEED chooses another seed, FUZZ_REQUEST parses
 * one of its files alone.
 * @param limitMs processor time of one file in milliseconds
 * @param command runs the test alone
 * @returns what went wrong, with the command that repeats it
 */
export async function runParserFuzz(
  parser: ParserName,
  options: {
    readonly count: number
    readonly seed: number
    readonly limitMs: number
    readonly command: string
  },
): Promise<string[]> {
  const { count, limitMs, command } = options
  const seed = Number(process.env.FUZZ_SEED ?? options.seed)
  const only = process.env.FUZZ_REQUEST === undefined ? undefined : Number(process.env.FUZZ_REQUEST)
  const current = new Int32Array(new SharedArrayBuffer(4))
  const fault = (number: number, what: string) =>
    `${parser} ${number}: ${what}\nrepeat it: FUZZ_SEED=${seed} FUZZ_REQUEST=${number} ${command} -t ${parser}`
  try {
    const reports = await parseInWorker({ parser, seed, count, only, current })
    const slowest = Math.max(...reports.map(({ milliseconds }) => milliseconds))
    const largest = Math.max(...reports.map(({ megabytes }) => megabytes))
    console.info(
      `fuzz, ${parser}: seed ${seed}, ${count} files; at most ${slowest.toFixed(0)} ms and ${largest.toFixed(1)} MB for one`,
    )
    return reports.flatMap(({ number, error, milliseconds, megabytes }) => [
      ...(error ? [fault(number, error)] : []),
      ...(milliseconds > limitMs ? [fault(number, `took ${milliseconds.toFixed(0)} ms`)] : []),
      ...(megabytes > BUFFER_MEGABYTES ? [fault(number, `took ${megabytes.toFixed(0)} MB`)] : []),
    ])
  } catch (error) {
    return [fault(Atomics.load(current, 0), String(error))]
  }
}

function parseInWorker(job: ParserJob): Promise<ParserReport[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, {
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    })
    let last = -1
    let since = performance.now()
    const watch = setInterval(() => {
      const now = Atomics.load(job.current, 0)
      if (now !== last) {
        last = now
        since = performance.now()
      } else if (performance.now() - since > HANGS_MS) {
        reject(new Error('the parser hangs'))
        void worker.terminate()
      }
    }, CHECK_MS)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearInterval(watch)
      reject(new Error('the parser ended its worker'))
    })
  })
}
