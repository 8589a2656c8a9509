import fc from 'fast-check'
import type { DearPlan } from './dear-requests.ts'
import { findFault } from './find-fault.ts'
import { fuzzRequests } from './fuzz-requests.ts'
import { type Stall, startFuzzedService } from './fuzzed-service.ts'
import { sendRaw } from './send-raw.ts'
import { type DearReport, walkDearInputs } from './walk-dear-inputs.ts'

const AT_ONCE = 8
const SHOWN_BYTES = 700
/** Code that is loaded on first use is not measured. */
const WARM_UP = 400
const SHOWN_FAULTS = 5
const SHOWN_STALLS = 3
const SLOW_MS = 200
/** Part of the requests that must get behind the checks of their form; about 0.15 do. */
const LEAST_SUCCEEDED = 0.05

export interface FuzzReport {
  /** What was wrong, with the request and the command that repeats it. */
  readonly faults: readonly string[]
  /** Responses by status; 0: none. */
  readonly statuses: ReadonlyMap<number, number>
  /** Longest stall of the event loop in milliseconds, without the time in which other programs had the processor. */
  readonly longestStall: number
  /** Stalls of 200 ms or more that are ours, with the commands that repeat the requests under way. */
  readonly slowRequests: readonly string[]
  /** Of the dear inputs, which are sent after the generated requests. */
  readonly dear: DearReport
}

/**
 * Sends generated requests to the real service. FUZZ_SEED chooses another seed, FUZZ_REQUEST sends one of its requests
 * alone.
 */
export async function runFuzz(options: {
  readonly dialect: 'embedded' | 'PostgreSQL'
  readonly requests: number
  readonly seed: number
  /** The file of the test, for the command that repeats a request. */
  readonly command: string
  /** Without one, no dear inputs are sent. */
  readonly dearPlan: DearPlan | undefined
}): Promise<FuzzReport> {
  const { dialect, requests, command } = options
  const seed = Number(process.env.FUZZ_SEED ?? options.seed)
  const only = process.env.FUZZ_REQUEST === undefined ? undefined : Number(process.env.FUZZ_REQUEST)
  const service = await startFuzzedService(dialect)
  const all = fc.sample(fuzzRequests(service.targets), { seed, numRuns: requests })
  const queue = all
    .map((request, number) => ({ ...request, number }))
    .filter(({ number }) => number === (only ?? number))
  const faults: string[] = []
  const statuses = new Map<number, number>()
  const spans: { readonly number: number; readonly from: number; readonly to: number }[] = []
  const started = performance.now()
  async function work(): Promise<void> {
    for (let next = queue.shift(); next && service.isRunning(); next = queue.shift()) {
      const { bytes, isIncomplete, number } = next
      if (number === WARM_UP) service.startMeasuring()
      const from = Date.now()
      const response = await sendRaw(service.port, bytes, isIncomplete)
      spans.push({ number, from, to: Date.now() })
      statuses.set(response.status ?? 0, (statuses.get(response.status ?? 0) ?? 0) + 1)
      const fault = findFault(response, isIncomplete)
      if (fault) faults.push(describe(number, fault, bytes, `${response.head}\n\n${response.body}`))
    }
  }
  const repeat = (number: number) => `FUZZ_SEED=${seed} FUZZ_REQUEST=${number} ${command} -t '${dialect}'`
  function describe(number: number, fault: string, bytes: Buffer, response: string): string {
    return [
      `request ${number}: ${fault}`,
      `repeat it: ${repeat(number)}`,
      shown(bytes.toString('latin1')),
      shown(response),
    ].join('\n')
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (!service.isRunning()) faults.push(`the service ended: ${service.log().slice(-SHOWN_BYTES)}`)
  else {
    const { maximum, p99 } = await service.measureDelay()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    const stall = Math.max(0, ...service.stalls.map(({ milliseconds }) => milliseconds))
    console.info(
      `fuzz, ${dialect}: seed ${seed}, ${spans.length} requests in ${seconds} s, ${list(statuses)}; ` +
        `longest stall ${stall.toFixed(0)} ms (with other programs' time ${maximum.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms)`,
    )
  }
  const stalls = [...service.stalls]
  const dear: DearReport =
    options.dearPlan && only === undefined && service.isRunning()
      ? await walkDearInputs(service, options.dearPlan)
      : { requests: 0, faults: [], slow: [] }
  if (service.isRunning()) await service.stop()
  const succeeded = statuses.get(200) ?? 0
  if (only === undefined && succeeded < requests * LEAST_SUCCEEDED) {
    faults.push(`only ${succeeded} of ${requests} requests succeeded: the others test nothing but refusals`)
  }
  const serverErrors = service
    .log()
    .split('\n')
    .filter(line => / 500: /.test(line))
  if (serverErrors.length > 0) faults.push(`logged: ${serverErrors.slice(0, SHOWN_FAULTS).join('\n')}`)
  const slowestFirst = stalls.toSorted((a, b) => b.milliseconds - a.milliseconds)
  const describeStall = ({ milliseconds, ran, until }: Stall) => {
    const during = spans.filter(({ from, to }) => from <= until && to >= until - milliseconds)
    return `${milliseconds.toFixed(0)} ms, ${ran.toFixed(0)} of them on the processor, during ${during.map(({ number }) => repeat(number)).join('; ')}`
  }
  for (const stall of slowestFirst.slice(0, SHOWN_STALLS)) console.info(`stall of ${describeStall(stall)}`)
  return {
    faults: faults.slice(0, SHOWN_FAULTS),
    statuses,
    longestStall: slowestFirst[0]?.milliseconds ?? 0,
    slowRequests: slowestFirst.filter(isOurs).map(describeStall),
    dear,
  }
}

/**
 * On a loaded machine, even a program that never blocks has moments of about 100 ms in which it neither runs nor counts as
 * waiting for a processor.
 */
const isOurs = ({ milliseconds, ran }: Stall) => milliseconds >= SLOW_MS && ran >= milliseconds / 2

const shown = (text: string) => JSON.stringify(text.slice(0, SHOWN_BYTES))

const list = (statuses: ReadonlyMap<number, number>) =>
  [...statuses]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status || 'closed'} × ${count}`)
    .join(', ')
