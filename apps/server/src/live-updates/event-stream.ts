import { HEARTBEAT_SECONDS, type LiveUpdate } from '@refrain/contract/live-updates'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../http/requests/actor.ts'
import type { Subscriber } from './live-updates.ts'

/** Bytes buffered for a slow reader; beyond that it is disconnected and has to reconnect. */
const MAX_BUFFERED_BYTES = 64 * 1024

/** A response of server-sent events. It lasts until the reader disconnects or the session ends. */
export class EventStream implements Subscriber {
  readonly userId: string
  readonly tab: string | undefined
  readonly #raw: FastifyReply['raw']
  readonly #isSignedIn: () => Promise<boolean>

  /**
   * @param reply whose client is still connected: one that has left emits no event that would end the stream
   * @param isSignedIn checked with every heartbeat
   */
  constructor(reply: FastifyReply, { userId, tab }: Actor, isSignedIn: () => Promise<boolean>) {
    reply.hijack()
    this.userId = userId
    this.tab = tab
    this.#raw = reply.raw
    this.#isSignedIn = isSignedIn
    this.#raw.on('error', () => {})
    this.#raw.writeHead(200, [
      ...reply.server.baseHeaderList,
      ...['content-type', 'text/event-stream; charset=utf-8', 'cache-control', 'no-store'],
      // Without it, nginx would buffer the events.
      ...['x-accel-buffering', 'no'],
    ])
    const timer = setInterval(() => {
      this.checkSession()
      this.#write(':\n\n')
    }, HEARTBEAT_SECONDS * 1000).unref()
    this.#raw.once('close', () => clearInterval(timer))
    this.#write(':\n\n')
  }

  send(change: LiveUpdate): void {
    this.#write(`data: ${JSON.stringify(change)}\n\n`)
  }

  /** Ends the stream if the session has ended; keeps it if the session cannot be looked up. */
  checkSession(): void {
    this.#isSignedIn().then(
      isSignedIn => {
        if (!isSignedIn) this.end()
      },
      () => {},
    )
  }

  end(): void {
    this.#raw.end()
  }

  #write(text: string): void {
    if (this.#raw.writableEnded || this.#raw.destroyed) return
    if (this.#raw.writableLength > MAX_BUFFERED_BYTES) this.#raw.destroy()
    else this.#raw.write(text)
  }
}
