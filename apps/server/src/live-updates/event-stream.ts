import { HEARTBEAT_SECONDS, type LiveUpdate } from '@refrain/contract/live-updates'
import type { FastifyReply } from 'fastify'

/** Whoever reads so slowly that more than this waits for them is let go: they ask anew. */
const MOST_WAITING = 64 * 1024

/** An answer that goes on: server-sent events, as long as somebody reads them and may. */
export class EventStream {
  readonly #raw: FastifyReply['raw']
  readonly #mayGoOn: () => Promise<boolean>
  readonly #timer: NodeJS.Timeout

  /**
   * @param mayGoOn asked now and then: whether the session still holds
   * @param onEnd called once, however it ends
   */
  constructor(reply: FastifyReply, mayGoOn: () => Promise<boolean>, onEnd: () => void) {
    reply.hijack()
    this.#raw = reply.raw
    this.#mayGoOn = mayGoOn
    this.#raw.on('error', () => {})
    this.#raw.writeHead(200, [
      ...reply.server.baseHeaderList,
      ...['content-type', 'text/event-stream; charset=utf-8', 'cache-control', 'no-store'],
      // A proxy that gathers an answer before it sends it would keep all of it for itself.
      ...['x-accel-buffering', 'no'],
    ])
    this.#timer = setInterval(() => {
      this.checkSession()
      this.#write(':\n\n')
    }, HEARTBEAT_SECONDS * 1000).unref()
    const close = () => {
      clearInterval(this.#timer)
      onEnd()
    }
    // Whoever left before it began does not leave again.
    if (this.#raw.destroyed) close()
    else this.#raw.on('close', close)
    this.#write(':\n\n')
  }

  send(change: LiveUpdate): void {
    this.#write(`data: ${JSON.stringify(change)}\n\n`)
  }

  /** Ends it where the session does not hold any more; one that cannot be looked up goes on for now. */
  checkSession(): void {
    this.#mayGoOn().then(
      may => {
        if (!may) this.end()
      },
      () => {},
    )
  }

  end(): void {
    this.#raw.end()
  }

  #write(text: string): void {
    if (this.#raw.writableEnded || this.#raw.destroyed) return
    if (this.#raw.writableLength > MOST_WAITING) this.#raw.destroy()
    else this.#raw.write(text)
  }
}
