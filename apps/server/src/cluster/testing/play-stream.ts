import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { fetchStreamIndex } from '@refrain/contract/media/streams'
import { callService } from '../../durability/testing/call-service.ts'

export interface PlayedStream {
  /** Fragments that arrived whole so far. */
  readonly fragments: () => number
  /** What went wrong, in order. */
  readonly failures: readonly string[]
  /** Resolves when the fragment that was on its way has arrived. */
  stop(): Promise<void>
}

/** Fetches the fragments of a track one after the other, over and over, as a player does that has its index. */
export async function playStream(address: string, trackId: string): Promise<PlayedStream> {
  const index = await wholeIndex(address, trackId)
  const [rendition] = index.faces
  if (!rendition || rendition.fragments.length === 0) throw new Error('The track cannot be streamed.')
  const stopping = new AbortController()
  const failures: string[] = []
  const hashes = new Map<number, string>()
  let fragments = 0

  async function fetchFragment(offset: number, length: number): Promise<void> {
    const headers = { range: `bytes=${offset}-${offset + length - 1}` }
    const answer = await fetch(address + rendition?.url, { headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const found = hash('sha1', bytes)
    const expected = hashes.get(offset) ?? found
    hashes.set(offset, expected)
    if (answer.status !== 206 || bytes.length !== length || found !== expected)
      throw new Error(`status ${answer.status}, ${bytes.length} of ${length} bytes`)
    fragments++
  }

  const playing = (async () => {
    while (!stopping.signal.aborted) {
      for (const [offset, length] of rendition.fragments) {
        if (stopping.signal.aborted) return
        await fetchFragment(offset, length).catch(error => failures.push(String(error)))
        // A player is faster than that only at the start of a track.
        await wait(5)
      }
    }
  })()
  return {
    fragments: () => fragments,
    failures,
    async stop() {
      stopping.abort()
      await playing
    },
  }
}

async function wholeIndex(address: string, trackId: string) {
  for (;;) {
    const index = await callService(address, fetchStreamIndex, { trackId })
    if (index.complete) return index
    await wait(50)
  }
}
