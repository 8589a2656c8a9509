import type { AddressInfo } from 'node:net'
import { listenToChanges } from '@refrain/contract/live-updates'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished } from 'vitest'

/** Live updates received over a connection. */
export interface ReceivedUpdates {
  /** The kinds received so far. */
  readonly kinds: string[]
  readonly text: () => string
  readonly headers: Headers
  /** Whether the server has ended the stream. */
  readonly over: () => boolean
  leave(): void
}

/** Opens a stream of live updates over a real connection, as a page does. */
export async function readLiveUpdates(
  app: FastifyInstance,
  headers: Record<string, string>,
): Promise<ReceivedUpdates> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await fetch(`http://127.0.0.1:${port}${listenToChanges.path}`, {
    headers,
    signal: leaving.signal,
  })
  expect(response.status).toBe(200)
  const kinds: string[] = []
  let text = ''
  let over = false
  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    for await (const bytes of response.body!) {
      text += decoder.decode(bytes, { stream: true })
      kinds.length = 0
      for (const [, data] of text.matchAll(/^data: (.*)\n\n/gm)) kinds.push(JSON.parse(data!).kind)
    }
  }
  const end = () => {
    over = true
  }
  read().then(end, end)
  return {
    kinds,
    text: () => text,
    headers: response.headers,
    over: () => over,
    leave: () => leaving.abort(),
  }
}
