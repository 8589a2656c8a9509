import { setTimeout as wait } from 'node:timers/promises'
import { byteLimits } from '@refrain/contract/limits'
import { type DearPlan, type DearRequest, dearRequests } from './dear-requests.ts'
import { findFault } from './find-fault.ts'
import type { FuzzedService } from './fuzzed-service.ts'
import { sendRaw } from './send-raw.ts'

const AT_ONCE = 4
/** A slow step must be slow each time: compiling and collecting garbage fall on any request. */
const REPEATS = 5
/** Until the service has measured the last step. */
const SETTLED_MS = 40
const SHOWN = 5

export interface DearReport {
  readonly requests: number
  /** What was wrong, with the request. */
  readonly faults: readonly string[]
  /** Requests of which a step takes more of the thread's own time than the plan allows, each time. */
  readonly slow: readonly string[]
}

/** Sends the catalogue of dear inputs to the real service. What seems slow is repeated alone. */
export async function walkDearInputs(service: FuzzedService, plan: DearPlan): Promise<DearReport> {
  const requests = dearRequests(service.targets, plan)
  const queue = [...requests]
  const faults: string[] = []
  const statuses = new Map<number, number>()
  const spans: { readonly request: DearRequest; readonly from: number; readonly to: number }[] = []
  service.startMeasuring()
  const started = performance.now()
  async function work(): Promise<void> {
    for (let request = queue.shift(); request && service.isRunning(); request = queue.shift()) {
      const bytes = request.encode()
      const from = Date.now()
      const response = await sendRaw(service.port, bytes, false)
      spans.push({ request, from, to: Date.now() })
      const { status = 0 } = response
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // Node may close the connection on what is too large.
      const fault = findFault(response, bytes.length > byteLimits.jsonBody)
      if (fault) faults.push(`${request.name}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  if (!service.isRunning())
    return { requests: spans.length, faults: [...faults, 'the service ended'], slow: [] }
  const stalls = await readStalls(service, plan)
  const suspects = spans.filter(({ from, to }) =>
    stalls.some(({ until, milliseconds, ran }) => from <= until && to >= until - Math.max(milliseconds, ran)),
  )
  const slow: string[] = []
  for (const { request } of suspects) {
    const ran = await measureAlone(service, request, plan)
    if (ran > plan.maxStepMs) slow.push(`${request.name}: ${ran.toFixed(0)} ms`)
    if (slow.length === SHOWN) break
  }
  console.info(
    `dear inputs: ${spans.length} requests in ${((performance.now() - started) / 1000).toFixed(1)} s, ` +
      `${suspects.length} repeated, statuses ${JSON.stringify([...statuses])}`,
  )
  return { requests: spans.length, faults: faults.slice(0, SHOWN), slow }
}

/** The shortest of the longest steps of several runs, in milliseconds of the thread's own time; 0 below the measure. */
async function measureAlone(service: FuzzedService, request: DearRequest, plan: DearPlan): Promise<number> {
  let least = Infinity
  for (let run = 0; run < REPEATS && least > plan.maxStepMs; run++) {
    service.startMeasuring()
    await sendRaw(service.port, request.encode(), false)
    const stalls = await readStalls(service, plan)
    least = Math.min(least, Math.max(0, ...stalls.map(({ ran }) => ran)))
  }
  return least
}

/** Steps since the last start of measuring whose own time is beyond the limit. */
async function readStalls(service: FuzzedService, { maxStepMs }: DearPlan) {
  await wait(SETTLED_MS)
  // Messages arrive in order: stalls before this answer.
  await service.measureDelay()
  return service.stalls.filter(({ ran }) => ran > maxStepMs)
}
