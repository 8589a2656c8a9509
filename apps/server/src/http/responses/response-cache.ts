import { hash } from 'node:crypto'
import { compress, type Encoding } from './compression.ts'

/** An answer ready to be sent, in each encoding that was asked for so far. */
export interface CachedResponse {
  readonly etag: string
  readonly text: string
  /** Bytes that are there or being made. */
  compressed?: { [encoding in Encoding]?: Promise<Buffer> }
  /** Written as it is, by the encoding that the caller takes. */
  ready: { [encoding in Encoding | 'plain']?: EncodedResponse }
}

export interface EncodedResponse {
  /** Names and values in turn. */
  readonly headers: string[]
  /** A string holds one byte in each letter. */
  readonly body: string | Buffer
}

const POLL_MS = 250
const KEEP_MS = 60_000
const MOST_ASKED = 10_000
const MOST_BYTES = 32 * 1024 * 1024

/**
 * Public answers, kept serialised and compressed for as long as the catalogue stays what it is and
 * at most a minute. Another process may change the catalogue: its version is read again before an
 * answer is given once the last reading is 250 ms old.
 */
export class ResponseCache {
  readonly #readVersion: () => Promise<number>
  readonly #mostBytes: number
  readonly #answers = new Map<string, { answer: CachedResponse; until: number }>()
  /** What was asked for since the catalogue changed. */
  readonly #asked = new Set<string>()
  #bytes = 0
  #version = 0
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(readVersion: () => Promise<number>, mostBytes = MOST_BYTES) {
    this.#readVersion = readVersion
    this.#mostBytes = mostBytes
  }

  /** True while the version is known well enough; else wait for `refresh` first. */
  get isFresh(): boolean {
    return performance.now() - this.#readAt < POLL_MS
  }

  /** The catalogue's version as last read. */
  get version(): number {
    return this.#version
  }

  /** Reads the version; whoever asks meanwhile waits for the same reading. */
  refresh(): Promise<void> {
    this.#reading ??= this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #read(): Promise<void> {
    const startedAt = performance.now()
    const version = await this.#readVersion()
    if (version !== this.#version) this.#drop()
    this.#version = version
    this.#readAt = startedAt
  }

  get(key: string): CachedResponse | undefined {
    const kept = this.#answers.get(key)
    if (kept && kept.until > performance.now()) return kept.answer
    return undefined
  }

  /**
   * Keeps an answer made while the catalogue had `version`, from the second time it is asked for: most are
   * asked for once. The oldest make room.
   */
  store(key: string, text: string, version: number): CachedResponse {
    const answer = createResponse(text)
    if (version !== this.#version || weight(text) > this.#mostBytes / 8) return answer
    if (!this.#asked.has(key)) {
      if (this.#asked.size >= MOST_ASKED) this.#asked.clear()
      this.#asked.add(key)
      return answer
    }
    this.#forget(key)
    this.#answers.set(key, { answer, until: performance.now() + KEEP_MS })
    this.#bytes += weight(text)
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#mostBytes) break
      this.#forget(oldest)
    }
    return answer
  }

  /** Something else than the catalogue changed: everything is answered anew. */
  clear(): void {
    this.#drop()
  }

  #forget(key: string): void {
    const kept = this.#answers.get(key)
    if (!kept) return
    this.#bytes -= weight(kept.answer.text)
    this.#answers.delete(key)
  }

  #drop(): void {
    this.#answers.clear()
    this.#asked.clear()
    this.#bytes = 0
  }
}

/** The text, its bytes as they are and compressed, and the objects around them. */
const weight = (text: string) => text.length * 4 + 2048

export function createResponse(text: string): CachedResponse {
  const etag = `W/"${hash('sha1', text, 'base64url').slice(0, 22)}"`
  return { etag, text, ready: {} }
}

/** The answer's bytes in an encoding, compressed at most once. */
export function compressResponse(answer: CachedResponse, encoding: Encoding): Promise<Buffer> {
  answer.compressed ??= {}
  answer.compressed[encoding] ??= compress(Buffer.from(answer.text), encoding)
  return answer.compressed[encoding]
}
