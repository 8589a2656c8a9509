import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { compressor, type Encoding } from './encode-answer.ts'
import { GrowingBytes } from './growing-bytes.ts'
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
  readonly #gzipped = new GrowingBytes()
  /** Made from the gzipped bytes when first asked for. */
  #brotli: GrowingBytes | undefined

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
    const { state } = this.#gzipped
    if (state === 'failed') return false
    if (state === 'growing' || performance.now() < this.#restUntil) return true
    return this.#version === version && this.#counts === countsNow()
  }

  async #fill(first: string, rest: AsyncIterable<string>): Promise<void> {
    const text = async function* () {
      yield first
      yield* rest
    }
    await pipeline(Readable.from(text()), compressor('gzip'), source => this.#gzipped.fill(source)).catch(
      () => {},
    )
    const now = performance.now()
    this.#restUntil = now + REST * (now - this.#startedAt)
  }

  /** The compressed bytes from the start, waiting for what is still to come. */
  read(encoding: Encoding): AsyncGenerator<Buffer> {
    if (encoding === 'gzip') return this.#gzipped.read()
    if (!this.#brotli || this.#brotli.state === 'failed') {
      const brotli = new GrowingBytes()
      this.#brotli = brotli
      const gzipped = Readable.from(this.#gzipped.read())
      pipeline(gzipped, createGunzip(), compressor('br'), source => brotli.fill(source)).catch(() => {})
    }
    return this.#brotli.read()
  }
}
