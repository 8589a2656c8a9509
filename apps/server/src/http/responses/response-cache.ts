import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { compress, type Encoding } from './compression.ts'

/** A response body, with the encodings requested so far. */
export interface CachedResponse {
  readonly etag: string
  readonly text: string
  /** Of the catalogue that it was made from; undefined where that says nothing about it. */
  readonly version: number | undefined
  compressed?: { [encoding in Encoding]?: Promise<Buffer> }
  /** Headers and body as written to the socket, by encoding ('' for none); and the same for callers of a private service. */
  readonly ready: ReadyForms
  readonly readyPrivately: ReadyForms
}

type ReadyForms = { [encoding in Encoding | '']?: EncodedResponse }

export interface EncodedResponse {
  /** Alternating names and values. */
  readonly headers: string[]
  /** A string holds one byte per character (latin1). */
  readonly body: string | Buffer
}

interface Stored {
  readonly response: CachedResponse
  /** Instant of `performance.now()`. */
  readonly until: number
}

const VERSION_MAX_AGE_MS = 100
const TTL_MS = 60_000
const MAX_SEEN_KEYS = 10_000
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Caches public responses, serialized and compressed, until the catalogue's version changes and for a minute at most.
 * Other processes change the catalogue too: the version is read again when it is older than 100 ms.
 */
export class ResponseCache {
  readonly #readVersion: () => Promise<number>
  readonly #responses: LRUCache<string, Stored>
  readonly #maxEntryBytes: number
  readonly #isOfCatalogue: boolean
  /** Keys requested since the last change of version. */
  readonly #seen = new Set<string>()
  #version = 0
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined
  /** Responses found here, and made anew. */
  hits = 0
  misses = 0

  /** @param readVersion of the catalogue, unless `ofCatalogue` is false */
  constructor(readVersion: () => Promise<number>, { maxBytes = MAX_BYTES, ofCatalogue = true } = {}) {
    this.#readVersion = readVersion
    this.#isOfCatalogue = ofCatalogue
    this.#maxEntryBytes = maxBytes / 8
    // Measured, the library's own time limit takes longer than finding the response.
    this.#responses = new LRUCache({ maxSize: maxBytes, sizeCalculation: stored => sizeOf(stored.response) })
  }

  /** False when the version is too old: await `refresh` first. */
  get isFresh(): boolean {
    return performance.now() - this.#readAt < VERSION_MAX_AGE_MS
  }

  /** The catalogue's version as last read. */
  get version(): number {
    return this.#version
  }

  /** Reads the version. Concurrent calls share one read. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  /** Reads the version for somebody who has just changed something: a read under way may have begun before that. */
  async refreshAfterChange(): Promise<void> {
    await this.#reading?.catch(() => {})
    await this.refresh()
  }

  async #read(): Promise<void> {
    const startedAt = performance.now()
    const version = await this.#readVersion()
    if (version !== this.#version) this.clear()
    this.#version = version
    this.#readAt = startedAt
  }

  get(key: string): CachedResponse | undefined {
    const found = this.#responses.get(key)
    if (!found) return undefined
    if (performance.now() >= found.until) {
      this.#responses.delete(key)
      return undefined
    }
    this.hits++
    return found.response
  }

  /**
   * Creates a response, and caches it from the second request for its key: most keys are requested once.
   * @param version the catalogue's version when the text was made; a response of an older version is not cached
   */
  store(key: string, text: string, version: number): CachedResponse {
    this.misses++
    const response = createResponse(text, this.#isOfCatalogue ? version : undefined)
    if (version !== this.#version || sizeOf(response) > this.#maxEntryBytes) return response
    if (this.#seen.has(key)) {
      this.#responses.set(key, { response, until: performance.now() + TTL_MS })
      return response
    }
    if (this.#seen.size >= MAX_SEEN_KEYS) this.#seen.clear()
    this.#seen.add(key)
    return response
  }

  clear(): void {
    this.#responses.clear()
    this.#seen.clear()
  }
}

/** Estimated bytes of memory: the text, its encodings, and the objects around them. */
const sizeOf = ({ text }: CachedResponse) => text.length * 4 + 2048

export function createResponse(text: string, version?: number): CachedResponse {
  const etag = `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`
  return { etag, text, version, ready: {}, readyPrivately: {} }
}

/** The compressed body. Each encoding is compressed once. */
export function compressResponse(response: CachedResponse, encoding: Encoding): Promise<Buffer> {
  response.compressed ??= {}
  response.compressed[encoding] ??= compress(Buffer.from(response.text), encoding)
  return response.compressed[encoding]
}
