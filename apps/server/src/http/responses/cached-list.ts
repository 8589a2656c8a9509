import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createCompressor, type Encoding } from './compression.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import { streamJsonArray } from './json-array.ts'

/** Minimum interval between rebuilds, as a multiple of the last build time: a running import changes the catalogue each second. */
const REST = 10
/** Plays and follows do not change the catalogue's version: how far behind the counts in a list may be. */
const COUNTS_MS = 10_000

/** What a list was made from. */
interface ListState {
  readonly version: number
  /** The same in every process while the counts are, so that they all give a list the same ETag. */
  readonly counts: string
  /** Instant of `performance.now()` at which the counts were these. */
  readonly asOf: number
}

/**
 * A whole list, serialised and compressed once, slice by slice. Whoever asks while it is being made
 * reads along. A list of 50,000 tracks takes some 5 MB.
 */
export class CachedList {
  readonly etag: string
  #state: ListState
  #restUntil = 0
  readonly #gzipped = new GrowingBuffer()
  /** Made from the gzipped bytes when first asked for. */
  #brotli: GrowingBuffer | undefined

  /** @throws what the first slice throws, so that it can still be answered as an error. */
  static async create(slices: AsyncIterable<readonly unknown[]>, state: ListState): Promise<CachedList> {
    const text = streamJsonArray(slices)
    const first = await text.next()
    return new CachedList(first.value ?? '[]', text, state)
  }

  private constructor(first: string, rest: AsyncIterable<string>, state: ListState) {
    this.#state = state
    const { version, counts } = state
    const hash = createHash('sha256').update(`${version} ${counts} ${first}`).digest('base64url')
    this.etag = `W/"${hash.slice(0, 22)}"`
    void this.#fill(first, rest)
  }

  /** True while it may be answered although the catalogue has come to `version`. */
  isCurrent(version: number): boolean {
    const { state } = this.#gzipped
    if (state === 'failed') return false
    if (state === 'growing') return true
    const now = performance.now()
    return now - this.#state.asOf < COUNTS_MS && (this.#state.version === version || now < this.#restUntil)
  }

  /** Takes note that nothing in it has changed. @returns false where something has, or it is not whole */
  revalidate(state: ListState): boolean {
    const { version, counts } = this.#state
    if (this.#gzipped.state !== 'whole' || version !== state.version || counts !== state.counts) return false
    this.#state = state
    return true
  }

  async #fill(first: string, rest: AsyncIterable<string>): Promise<void> {
    const text = async function* () {
      yield first
      yield* rest
    }
    await pipeline(Readable.from(text()), createCompressor('gzip'), source =>
      this.#gzipped.fill(source),
    ).catch(() => {})
    const now = performance.now()
    this.#restUntil = now + REST * (now - this.#state.asOf)
  }

  /** The compressed bytes from the start, waiting for what is still to come. */
  read(encoding: Encoding): AsyncGenerator<Buffer> {
    if (encoding === 'gzip') return this.#gzipped.read()
    if (!this.#brotli || this.#brotli.state === 'failed') {
      const brotli = new GrowingBuffer()
      this.#brotli = brotli
      const gzipped = Readable.from(this.#gzipped.read())
      pipeline(gzipped, createGunzip(), createCompressor('br'), source => brotli.fill(source)).catch(() => {})
    }
    return this.#brotli.read()
  }
}
