import { createHash } from 'node:crypto'
import type { Codec } from '@refrain/audio/audio-info'
import { isStreamable } from '@refrain/audio/formats'
import { applyUpdate, RENDITION_VERSION, type RenditionSet } from '@refrain/audio/rendition/rendition'
import { RequestError } from '../../http/errors/request-errors.ts'
import type { StreamCache } from './stream-cache.ts'
import type { StreamPool } from './stream-pool.ts'

export interface StreamSource {
  /** The audio file. */
  readonly path: string
  readonly codec: Codec
  readonly sampleRate: number
  readonly trueSamples: number
  /** MP3 frames in MP4; every other codec is in MP4 anyway. */
  readonly inContainer: boolean
  /** Changes with the file. */
  readonly version: string
}

export interface KnownStream {
  /** Name of the renditions; changes with the audio file. */
  readonly key: string
  readonly set: RenditionSet
  /** False while fragments are still to come. */
  readonly complete: boolean
}

interface Making {
  readonly set: RenditionSet
  /** Settles with the first fragments, or when it is known that there are none. */
  readonly begun: Promise<void>
  /** Settles when all is written, or has failed. */
  readonly ended: Promise<void>
  hasFailed: boolean
}

const NOTHING: RenditionSet = { sampleRate: 0, renditions: [] }
/** Maximum number of remembered failures. */
const MOST_FAILED = 1_000
/** A failed rendition is retried after this long, doubled each time. */
const RETRY_MS = 2_000
const LONGEST_RETRY_MS = 60_000

interface Failure {
  readonly count: number
  /** Instant of `performance.now()`. */
  readonly retryAt: number
}

/** Renditions from the cache, or created once for all concurrent requests. */
export class Streams {
  readonly #cache: StreamCache
  readonly #pool: StreamPool
  readonly #making = new Map<string, Making>()
  readonly #failures = new Map<string, Failure>()

  constructor(cache: StreamCache, pool: StreamPool) {
    this.#cache = cache
    this.#pool = pool
  }

  /**
   * Waits until a track's first fragment can be read. Without renditions the track can only be played as its file.
   * @throws RequestError 503 if too many renditions are being created
   */
  async find(source: StreamSource): Promise<KnownStream> {
    const key = nameRendition(source)
    const isPossible = isStreamable(source.codec, source.sampleRate)
    if (!isPossible || this.#hasJustFailed(key)) return { key, set: NOTHING, complete: true }
    if (!this.#making.has(key)) {
      const cached = await this.#cache.find(key)
      if (cached) return { key, set: cached, complete: true }
    }
    // A concurrent request has started it.
    const making = this.#making.get(key) ?? this.#make(key, source)
    await making.begun
    if (making.hasFailed) return { key, set: NOTHING, complete: true }
    return { key, set: making.set, complete: !this.#making.has(key) }
  }

  /**
   * Writes the renditions of that name to the end: another process may have named them and be ahead, or have a cache of its
   * own.
   * @returns false if the track has no renditions of that name
   * @throws RequestError 503 if too many renditions are being created
   */
  async finish(key: string, source: Omit<StreamSource, 'inContainer'>): Promise<boolean> {
    const forms = [true, false].map(inContainer => ({ ...source, inContainer }))
    const asked = forms.find(form => nameRendition(form) === key)
    if (!asked) return false
    await this.find(asked)
    await this.#making.get(key)?.ended
    return true
  }

  #make(key: string, source: StreamSource): Making {
    const set: RenditionSet = { sampleRate: 0, renditions: [] }
    const { promise: begun, resolve, reject } = Promise.withResolvers<void>()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const making: Making = { set, begun, ended, hasFailed: false }
    this.#making.set(key, making)
    const { path, codec, trueSamples, inContainer } = source
    const job = { source: path, codec, trueSamples, inContainer, output: this.#cache.partPath(key) }
    this.#pool
      .render(job, update => {
        applyUpdate(set, update)
        resolve()
      })
      .then(() => this.#cache.save(key, set))
      .finally(() => this.#making.delete(key))
      .then(
        () => {
          this.#failures.delete(key)
          resolve()
        },
        async error => {
          if (error instanceof RequestError) return reject(error)
          making.hasFailed = true
          this.#remember(key)
          await this.#cache.discard(key).catch(() => {})
          console.error(`A stream of ${source.codec} could not be made: ${(error as Error).message}`)
          resolve()
        },
      )
      .finally(end)
    return making
  }

  #hasJustFailed(key: string): boolean {
    const failure = this.#failures.get(key)
    return failure !== undefined && performance.now() < failure.retryAt
  }

  #remember(key: string): void {
    const count = (this.#failures.get(key)?.count ?? 0) + 1
    const delay = Math.min(RETRY_MS * 2 ** (count - 1), LONGEST_RETRY_MS)
    this.#failures.delete(key)
    this.#failures.set(key, { count, retryAt: performance.now() + delay })
    const [oldest] = this.#failures.keys()
    if (this.#failures.size > MOST_FAILED && oldest !== undefined) this.#failures.delete(oldest)
  }
}

function nameRendition({ path, codec, version, inContainer }: StreamSource): string {
  const what = JSON.stringify([RENDITION_VERSION, path, codec, version, codec === 'mp3' && inContainer])
  return createHash('sha256').update(what).digest('hex').slice(0, 32)
}
