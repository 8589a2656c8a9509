import { fetchConfiguration } from '@refrain/contract/configuration'
import { createStore } from '@refrain/player/state/store'
import { useSyncExternalStore } from 'react'
import { backend } from './backend.ts'
import { backoffMs } from './backoff.ts'

/** A request that is under way for longer is seen, in milliseconds. */
const SLOW_MS = 2_000
/** A server that does not answer within this cannot be reached, in milliseconds. */
const ASK_TIMEOUT_MS = 8_000
/** What a proxy answers for a server that is away; those from 520 are a network's of proxies (Cloudflare). */
const isAway = (status: number) => (status >= 502 && status <= 504) || (status >= 520 && status <= 530)

/** Whether the server can be reached, and whether any request takes long: the only place that knows. */
export const connection = createStore({ isReachable: true, isSlow: false })

export const isReachable = () => connection.getState().isReachable

/** Whether the server can be reached; on the server it can. */
export function useReachable(): boolean {
  return useSyncExternalStore(connection.subscribe, isReachable, () => true)
}

/** Calls back each time the server can be reached again. @returns stops it */
export function onReconnect(callback: () => void): () => void {
  let wasReachable = isReachable()
  return connection.subscribe(() => {
    const isBack = !wasReachable && isReachable()
    wasReachable = isReachable()
    if (isBack) callback()
  })
}

let check: Promise<void> | undefined
/** Somebody wants to know now: ends the pause, or counts for the one after the request that is under way. */
let isAsked = false
let endPause = () => {}

/**
 * Finds out whether the server answers, past every cache; if it does not, asks again and again.
 * @returns resolves once it answers
 */
export function checkConnection(): Promise<void> {
  isAsked = true
  endPause()
  check ??= untilAnswered().then(() => {
    check = undefined
    connection.update({ isReachable: true })
  })
  return check
}

async function untilAnswered(): Promise<void> {
  for (let tries = 0; ; tries++) {
    isAsked = false
    if (await isAnswered()) return
    connection.update({ isReachable: false })
    if (!isAsked) await pause(tries)
    if (isAsked) tries = -1
  }
}

/** Less than the full time, at random: after a restart, not everybody asks at the same moment. */
function pause(tries: number): Promise<void> {
  const milliseconds = backoffMs(tries) * (1 - Math.random() / 2)
  return new Promise(resolve => {
    const timer = setTimeout(resolve, milliseconds)
    endPause = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

/** Whether the service itself answers: a network that asks for a sign-in of its own answers everything, with pages. */
async function isAnswered(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(ASK_TIMEOUT_MS)
    const answer = await fetch(backend + fetchConfiguration.path, { cache: 'no-store', signal })
    if (answer.ok) return answer.headers.get('content-type')?.includes('json') === true
    return !isAway(answer.status)
  } catch {
    return false
  }
}

/** What browsers know of the network is a reason to ask, no more: a server on this machine needs none. */
export function watchNetwork(): void {
  for (const event of ['online', 'offline']) addEventListener(event, () => void checkConnection())
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && !isReachable()) void checkConnection()
  })
  if (!navigator.onLine) void checkConnection()
}

let slow = 0

/**
 * Watches a request to the server: one that takes long or fails is seen.
 * @param isUpload takes as long as its file, which its own screen shows
 */
export async function watchRequest(request: Promise<Response>, { isUpload = false } = {}): Promise<Response> {
  let isSlow = false
  const noteSlow = () => {
    isSlow = true
    connection.update({ isSlow: ++slow > 0 })
    void checkConnection()
  }
  const timer = isUpload ? undefined : setTimeout(noteSlow, SLOW_MS)
  try {
    const response = await request
    if (isAway(response.status) || !isReachable()) void checkConnection()
    return response
  } catch (error) {
    // Nothing else than a request that got no answer; `fetch` rejects with a DOMException where it is aborted.
    if (error instanceof TypeError) void checkConnection()
    throw error
  } finally {
    clearTimeout(timer)
    if (isSlow) connection.update({ isSlow: --slow > 0 })
  }
}
