import type { RangeRequest } from '../../streams/feed-plan.ts'
import { FetchError, fetchRange } from './fetch-range.ts'

/** A byte range that is fetched in advance. It can be read while it arrives, and more than once. */
export class PrefetchedRange {
  readonly url: string
  readonly request: RangeRequest
  /** Settles when all bytes have arrived or the request has failed. */
  readonly done: Promise<void>
  readonly #chunks: Uint8Array<ArrayBuffer>[] = []
  readonly #stopped = new AbortController()
  /** Readers that wait for more bytes. */
  readonly #waiting: (() => void)[] = []
  #isDone = false

  /** @param start the first of these bytes, if they are already here */
  constructor(url: string, request: RangeRequest, start?: Uint8Array<ArrayBuffer>) {
    this.url = url
    this.request = request
    if (start) this.#chunks.push(start)
    this.done = this.#fetch(request.from + (start?.length ?? 0))
    // Errors are reported to those who read.
    this.done.catch(() => {})
  }

  get isDone(): boolean {
    return this.#isDone
  }

  /** @throws the errors of fetchRange */
  async *read(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (let i = 0; ; i++) {
      while (this.#chunks[i] === undefined && !this.#isDone) {
        await new Promise<void>(resolve => this.#waiting.push(resolve))
      }
      const chunk = this.#chunks[i]
      if (chunk === undefined) break
      yield chunk
    }
    await this.done
  }

  stop(): void {
    this.#stopped.abort()
  }

  async #fetch(from: number): Promise<void> {
    const { url, request } = this
    const { signal } = this.#stopped
    try {
      if (from > request.to) return
      for await (const chunk of fetchRange(url, from, request.to, signal)) {
        this.#chunks.push(chunk)
        this.#notify()
      }
    } catch (error) {
      throw signal.aborted ? new FetchError(`${url}: aborted`) : error
    } finally {
      this.#isDone = true
      this.#notify()
    }
  }

  #notify(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
