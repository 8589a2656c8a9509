import { deleteCookie, setCookie } from '@refrain/contract/account/cookies'
import { byteLimits } from '@refrain/contract/limits'
import { CallError, send } from '../../api/send.ts'
import { createIdleTask } from '../../ui/timing/idle-task.ts'
import { keepMirrored, type MirrorRecord, markOf, readMirrored } from './mirror-record.ts'

/** Changes wait until there have been none for so long: skipping through tracks sends nothing. */
const QUIET_MS = 1_000

/** Values that local keys hold, shown in cookies of the server as well (STO-32). */
export interface CookieMirror {
  show(values: Iterable<readonly [name: string, value: string | null]>): void
  /** Whoever the cookies told of has left: what they were told is taken back, also what is on its way. */
  forget(): void
}

/**
 * Sends what the cookies do not say yet, one call after the other; the last value wins. What is too large is
 * left out (PROP-47), and a failure is silent: the next change tries again.
 */
export function createCookieMirror(): CookieMirror {
  const waiting = new Map<string, string | null>()
  let record: MirrorRecord = readMirrored()
  let isSending = false
  /** Asked for while something was on its way. */
  let isAskedAgain = false
  let listener = 0
  const sending = createIdleTask(() => void sendAll(), QUIET_MS)

  async function sendAll(): Promise<void> {
    if (isSending) {
      isAskedAgain = true
      return
    }
    isSending = true
    const told = listener
    for (const name of [...waiting.keys()]) {
      const value = waiting.get(name) ?? null
      waiting.delete(name)
      record.marks[name] = markOf(value)
      const isTold = await tell(name, value)
      if (told !== listener) {
        const isGone = value === null || (await tell(name, null))
        if (isGone && waiting.get(name) === null) waiting.delete(name)
        break
      }
      if (isTold) continue
      // Whatever comes next differs from what is not known.
      record.marks[name] = '?'
      if (!waiting.has(name)) waiting.set(name, value)
      break
    }
    isSending = false
    if (told === listener) keepMirrored(record)
    if (isAskedAgain && waiting.size > 0) sending.schedule()
    isAskedAgain = false
  }

  return {
    show(values) {
      // Another tab may have told them something since.
      if (!isSending) record = readMirrored()
      for (const [name, value] of values) {
        const fitting = value !== null && fits(value) ? value : null
        // What is to be taken back is no longer in the record.
        if (fitting === null && waiting.get(name) === null) continue
        if (markOf(fitting) === (record.marks[name] ?? '')) waiting.delete(name)
        else waiting.set(name, fitting)
      }
      if (waiting.size > 0) sending.schedule()
    },
    forget() {
      listener++
      isAskedAgain = false
      waiting.clear()
      sending.cancel()
      // After a logout there is no record any more: then the server has cleared them all.
      if (!isSending) record = readMirrored()
      for (const [name, mark] of Object.entries(record.marks)) if (mark !== '') waiting.set(name, null)
      record = { since: Date.now(), marks: {} }
      // At once: the page may be closed before it is quiet.
      if (waiting.size > 0) void sendAll()
    },
  }
}

function fits(value: string): boolean {
  return (
    value.length <= byteLimits.cookie && encodeURIComponent(value.toWellFormed()).length <= byteLimits.cookie
  )
}

/** False where the same may go through later. */
async function tell(name: string, value: string | null): Promise<boolean> {
  try {
    if (value === null) await send(deleteCookie, { name })
    else await send(setCookie, { param_name: name, param_value: value })
    return true
  } catch (error) {
    return error instanceof CallError && error.status < 500 && error.status !== 429
  }
}
