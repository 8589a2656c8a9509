import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { GZIP_LEVEL } from './encode-answer.ts'
import { jsonList } from './json-list.ts'

/** A running import changes the catalogue each second: a list is made anew only after this many times its making. */
const REST = 10
/** Plays alone do not make the catalogue another; what they counted up is told anew so often. */
const COUNTS_MS = 3_600_000

/** The same in every process, so that they all give a list the same ETag. */
const countsNow = () => Math.floor(Date.now() / COUNTS_MS)

/**
 * A whole list, serialised and compressed once, slice by slice. Whoever asks while it is being made
 * reads along. A list of 50,000 tracks takes some 5 MB.
 */
export class KeptList {
  readonly etag: string
  readonly #version: number
  readonly #counts = countsNow()
  readonly #startedAt: number
  #restUntil = 0
  readonly #chunks: Buffer[] = []
  #state: 'making' | 'whole' | 'failed' = 'making'
  #grown = Promise.withResolvers<void>()

  /** @throws what the first slice throws, so that it can still be answered as an error. */
  static async make(slices: AsyncIterable<readonly unknown[]>, version: number): Promise<KeptList> {
    const startedAt = performance.now()
    const text = jsonList(slices)
    const first = await text.next()
    return new KeptList(first.value ?? '[]', text, version, startedAt)
  }

  private constructor(first: string, rest: AsyncIterable<string>, version: number, startedAt: number) {
    this.#version = version
    this.#startedAt = startedAt
    const hash = createHash('sha256').update(`${version} ${this.#counts} ${first}`).digest('base64url')
    this.etag = `W/"${hash.slice(0, 22)}"`
    void this.#fill(first, rest)
  }

  /** True while it may be answered although the catalogue has come to `version`. */
  holds(version: number): boolean {
    if (this.#state === 'failed') return false
    if (this.#state === 'making' || performance.now() < this.#restUntil) return true
    return this.#version === version && this.#counts === countsNow()
  }

  async #fill(first: string, rest: AsyncIterable<string>): Promise<void> {
    const text = async function* () {
      yield first
      yield* rest
    }
    try {
      await pipeline(Readable.from(text()), createGzip({ level: GZIP_LEVEL }), async source => {
        for await (const chunk of source) {
          this.#chunks.push(chunk)
          this.#wake()
        }
      })
      const now = performance.now()
      this.#restUntil = now + REST * (now - this.#startedAt)
      this.#state = 'whole'
    } catch {
      this.#state = 'failed'
    }
    this.#wake()
  }

  #wake(): void {
    this.#grown.resolve()
    this.#grown = Promise.withResolvers()
  }

  /** The gzipped bytes from the start, waiting for what is still to come. */
  async *read(): AsyncGenerator<Buffer> {
    for (let at = 0; ; ) {
      const chunk = this.#chunks[at]
      if (chunk) {
        at++
        yield chunk
      } else if (this.#state === 'whole') return
      else if (this.#state === 'failed') throw new Error('The list could not be read to its end.')
      else await this.#grown.promise
    }
  }
}
