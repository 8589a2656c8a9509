import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { HEARTBEAT_SECONDS, type LiveUpdate, listenToChanges } from '@refrain/contract/live-updates'
import { backend } from '../../api/backend.ts'
import { CallError } from '../../api/send.ts'

/** Milliseconds without a sign of life after which nobody is believed to be there. */
export const SILENCE_TIMEOUT_MS = 2 * HEARTBEAT_SECONDS * 1000

/**
 * Reads what the service tells of a listener's changes until either side ends it, or nothing more comes. It is
 * asked without the name of this page, and so tells of the changes of all.
 * @param hear called with each change, and with null for a sign of life, of which the first comes at once
 * @throws CallError where the service refuses, TypeError where it cannot be reached
 */
export async function readLiveUpdates(
  token: string,
  hear: (change: LiveUpdate | null) => void,
  signal: AbortSignal,
): Promise<void> {
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  signal.addEventListener('abort', leave)
  let silence = setTimeout(leave, SILENCE_TIMEOUT_MS)
  try {
    const answer = await fetch(backend + listenToChanges.path, {
      headers: { [TOKEN_HEADER]: token },
      credentials: backend ? 'include' : 'same-origin',
      cache: 'no-store',
      signal: leaving.signal,
    })
    if (!answer.ok || !answer.body) throw new CallError(answer.status, answer.statusText)
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(silence)
      silence = setTimeout(leave, SILENCE_TIMEOUT_MS)
      const lines = (rest + part.value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line !== '') hear(readLine(line))
    }
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', leave)
  }
}

/** A line of server-sent events: a change, or a comment. */
function readLine(line: string): LiveUpdate | null {
  return line.startsWith('data: ') ? JSON.parse(line.slice('data: '.length)) : null
}
