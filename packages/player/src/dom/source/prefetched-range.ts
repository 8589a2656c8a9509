import type { RangeRequest } from '../../streams/feed-plan.ts'
import { FetchError, fetchRange } from './fetch-range.ts'

/**
 * Bytes that are fetched before anybody needs them. Whoever reads them gets those that have come at once,
 * and the others as they come; they can be read more than once.
 */
export class PrefetchedRange {
  readonly url: string
  readonly request: RangeRequest
  /** Settles when all of them are there, or cannot be had. */
  readonly whole: Promise<void>
  readonly #chunks: Uint8Array<ArrayBuffer>[] = []
  readonly #stopped = new AbortController()
  #news = Promise.withResolvers<void>()
  #isOver = false

  /** @param start the first of these bytes, where they are there already */
  constructor(url: string, request: RangeRequest, start?: Uint8Array<ArrayBuffer>) {
    this.url = url
    this.request = request
    if (start) this.#chunks.push(start)
    this.whole = this.#fetch(request.from + (start?.length ?? 0))
    // Whoever reads is told.
    this.whole.catch(() => {})
  }

  get isOver(): boolean {
    return this.#isOver
  }

  /** @throws as fetchBytes does. */
  async *read(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (let i = 0; ; i++) {
      while (this.#chunks[i] === undefined && !this.#isOver) await this.#news.promise
      const chunk = this.#chunks[i]
      if (chunk === undefined) break
      yield chunk
    }
    await this.whole
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
        this.#tell()
      }
    } catch (error) {
      throw signal.aborted ? new FetchError(`${url} was given up`) : error
    } finally {
      this.#isOver = true
      this.#tell()
    }
  }

  #tell(): void {
    this.#news.resolve()
    this.#news = Promise.withResolvers()
  }
}
