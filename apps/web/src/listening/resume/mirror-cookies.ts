import { deleteCookie, setCookie } from '@refrain/contract/account/cookies'
import { byteLimits } from '@refrain/contract/limits'
import { CallError, send } from '../../api/send.ts'
import { createIdleTask } from '../../ui/timing/idle-task.ts'
import { fingerprint, type MirrorRecord, readMirrorRecord, saveMirrorRecord } from './mirror-record.ts'

/** Debounce: skipping through tracks sends nothing. */
const QUIET_MS = 1_000

/** Mirrors localStorage values in cookies that the server sets. */
export interface CookieMirror {
  update(values: Iterable<readonly [name: string, value: string | null]>): void
  /** The user has logged out: clears their cookies, including those being sent. */
  forget(): void
}

/**
 * Sends changed values, one call at a time; the last value wins. Values that are too large are left out.
 * Failures are silent: the next change tries again.
 */
export function createCookieMirror(): CookieMirror {
  const waiting = new Map<string, string | null>()
  let record: MirrorRecord = readMirrorRecord()
  let isSending = false
  /** Requested while a call was in progress. */
  let isRequestedAgain = false
  let listener = 0
  const sending = createIdleTask(() => void sendAll(), QUIET_MS)

  async function sendAll(): Promise<void> {
    if (isSending) {
      isRequestedAgain = true
      return
    }
    isSending = true
    const sender = listener
    for (const name of [...waiting.keys()]) {
      const value = waiting.get(name) ?? null
      waiting.delete(name)
      record.marks[name] = fingerprint(value)
      const isSent = await sendCookie(name, value)
      if (sender !== listener) {
        const isGone = value === null || (await sendCookie(name, null))
        if (isGone && waiting.get(name) === null) waiting.delete(name)
        break
      }
      if (isSent) continue
      // The cookie's value is unknown, so any next value counts as changed.
      record.marks[name] = '?'
      if (!waiting.has(name)) waiting.set(name, value)
      break
    }
    isSending = false
    if (sender === listener) saveMirrorRecord(record)
    if (isRequestedAgain && waiting.size > 0) sending.schedule()
    isRequestedAgain = false
  }

  return {
    update(values) {
      // Another tab may have sent values since.
      if (!isSending) record = readMirrorRecord()
      for (const [name, value] of values) {
        const fitting = value !== null && fits(value) ? value : null
        // Values to be cleared are no longer in the record.
        if (fitting === null && waiting.get(name) === null) continue
        if (fingerprint(fitting) === (record.marks[name] ?? '')) waiting.delete(name)
        else waiting.set(name, fitting)
      }
      if (waiting.size > 0) sending.schedule()
    },
    forget() {
      listener++
      isRequestedAgain = false
      waiting.clear()
      sending.cancel()
      // Without a record, a logout has cleared all cookies.
      if (!isSending) record = readMirrorRecord()
      for (const [name, mark] of Object.entries(record.marks)) if (mark !== '') waiting.set(name, null)
      record = { since: Date.now(), marks: {} }
      // Without debounce: the page may be closed soon.
      if (waiting.size > 0) void sendAll()
    },
  }
}

function fits(value: string): boolean {
  return (
    value.length <= byteLimits.cookie && encodeURIComponent(value.toWellFormed()).length <= byteLimits.cookie
  )
}

/** False if a retry may succeed. */
async function sendCookie(name: string, value: string | null): Promise<boolean> {
  try {
    if (value === null) await send(deleteCookie, { name })
    else await send(setCookie, { name, value })
    return true
  } catch (error) {
    return error instanceof CallError && error.status < 500 && error.status !== 429
  }
}
