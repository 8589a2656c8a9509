import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import { callAs } from '../../api/call.ts'
import { CallError } from '../../api/send.ts'

const MAX_TRIES = 20
const DEFAULT_SECONDS = 5

/** Repeats a call while the service is busy or limits the rate. @throws CallError if it fails otherwise */
export function callPatiently<Op extends Operation>(
  token: string,
  operation: Op,
  input: InputOf<Op>,
  signal: AbortSignal,
): Promise<OutputOf<Op>> {
  return retryWhenBusy(() => callAs(token, operation, input, { signal }), signal)
}

/** Repeats `send` when the service says, until the signal aborts. */
export async function retryWhenBusy<Answer>(
  send: () => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await send()
    } catch (error) {
      const isBusy = error instanceof CallError && (error.status === 429 || error.status === 503)
      if (!isBusy || tries === MAX_TRIES) throw error
      await wait((error.retryAfterSeconds ?? DEFAULT_SECONDS) * 1000, signal)
    }
  }
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
