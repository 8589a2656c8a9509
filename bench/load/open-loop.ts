import { setTimeout as wait } from 'node:timers/promises'
import { mix } from '../data/mix.ts'
import { Connection } from '../scale/connection.ts'
import type { Call, OpenLoop, OpenLoopResult } from './calls-job.ts'
import { now } from './now.ts'

const GAP = 90
const TIMEOUT_MS = 30_000
const MAX_ERRORS = 20

/**
 * Sends requests at times that are fixed in advance, whether or not earlier ones have been answered. A time counts from when
 * the request was due, so that a server that stalls cannot hide it by delaying the next request.
 * @param startAt epoch milliseconds
 * @param isOver ends it when it returns true
 */
export async function runOpenLoop(
  port: number,
  { requests, perSecond }: OpenLoop,
  startAt: number,
  isOver: () => boolean,
): Promise<OpenLoopResult> {
  const connection = new Connection(port, Number.POSITIVE_INFINITY)
  const result: OpenLoopResult = { samples: [], lateMs: [], errors: [], errorCount: 0 }
  const open = new Set<Promise<void>>()
  let due = startAt
  for (let n = 0; ; n++) {
    // As independent people ask: the gaps are distributed exponentially.
    due += (-Math.log(1 - mix(n, GAP)) * 1000) / perSecond
    const left = due - now()
    if (left > 0) await wait(left)
    if (isOver()) break
    result.lateMs.push(Math.max(0, now() - due))
    const asked = ask(requests[n % requests.length] as Call, due).finally(() => open.delete(asked))
    open.add(asked)
  }
  await Promise.race([Promise.all(open), wait(TIMEOUT_MS, undefined, { ref: false })])
  for (const _ of open) fail('No answer.')
  connection.close()
  return result

  async function ask({ token, ...call }: Call, dueAt: number): Promise<void> {
    try {
      const answer = await connection.ask(call, token === undefined ? {} : { 'auth-token': token })
      if (answer.status !== 200) fail(`${call.url} answered ${answer.status}: ${answer.body.slice(0, 200)}`)
      result.samples.push([dueAt - startAt, now() - dueAt])
    } catch (error) {
      fail(`${call.url}: ${(error as Error).message}`)
    }
  }

  function fail(error: string): void {
    result.errorCount++
    if (result.errors.length < MAX_ERRORS) result.errors.push(error)
  }
}
