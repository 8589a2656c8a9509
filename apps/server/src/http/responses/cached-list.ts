import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { WireNames } from '@refrain/contract/wire-names'
import { createCompressor, type Encoding } from './compression.ts'
import { GrowingBuffer } from './growing-buffer.ts'
import { streamJsonArray } from './stream-json.ts'

/** Minimum interval between rebuilds, as a multiple of the last build time: an import changes the catalogue every second. */
const MIN_INTERVAL_FACTOR = 10
/** How old the play and follower counts in a list may be: they do not change the catalogue's version. */
const COUNTS_MAX_AGE_MS = 10_000

/** The state of the catalogue that a list was built from. */
interface ListState {
  readonly version: number
  /** Identifies the counts, the same in every process, so that all of them give a list the same ETag. */
  readonly counts: string
  /** When the counts were read, by `performance.now()`. */
  readonly asOf: number
}

/**
 * A complete list, serialized and compressed once, slice by slice. It can be read while it is being built. A list of
 * 50,000 tracks takes about 5 MB.
 */
export class CachedList {
  readonly etag: string
  #state: ListState
  #rebuildAfter = 0
  readonly #gzipped = new GrowingBuffer()
  /** Converted from the gzipped bytes on first use. */
  #brotli: GrowingBuffer | undefined

  /** Resolves with the first slice. @throws what reading the first slice throws: it can still be answered as an error */
  static async create(
    slices: AsyncIterable<readonly unknown[]>,
    names: WireNames | undefined,
    state: ListState,
  ): Promise<CachedList> {
    const text = streamJsonArray(slices, names)
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

  /** Whether the list may be sent although the catalogue is at `version`. */
  isCurrent(version: number): boolean {
    const { state } = this.#gzipped
    if (state === 'failed') return false
    if (state === 'growing') return true
    const now = performance.now()
    return (
      now - this.#state.asOf < COUNTS_MAX_AGE_MS &&
      (this.#state.version === version || now < this.#rebuildAfter)
    )
  }

  /** Extends the list's life if nothing in it has changed. @returns false if it must be rebuilt */
  revalidate(state: ListState): boolean {
    const { version, counts } = this.#state
    if (this.#gzipped.state !== 'complete' || version !== state.version || counts !== state.counts)
      return false
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
    this.#rebuildAfter = now + MIN_INTERVAL_FACTOR * (now - this.#state.asOf)
  }

  /** The compressed bytes, waiting for those still being built. */
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
