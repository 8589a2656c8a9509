import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { listenToChanges } from '@refrain/contract/live-updates'
import { onTestFinished } from 'vitest'

/** Reads a listener's live updates from one process. @returns how many of a kind have arrived */
export async function watchLiveUpdates(address: string, token: string): Promise<(kind: string) => number> {
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const answer = await fetch(address + listenToChanges.path, {
    headers: { [TOKEN_HEADER]: token },
    signal: leaving.signal,
  })
  if (answer.status !== 200) throw new Error(`Live updates: status ${answer.status}`)
  let text = ''
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const bytes of answer.body!) text += decoder.decode(bytes, { stream: true })
  }
  // It ends with its process.
  read().catch(() => {})
  return kind => text.split(`data: {"kind":"${kind}"`).length - 1
}
