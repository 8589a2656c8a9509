import { createHash } from 'node:crypto'
import type { Codec } from '@refrain/audio/audio-info'
import { isStreamable } from '@refrain/audio/formats'
import { applyUpdate, RENDITION_VERSION, type RenditionSet } from '@refrain/audio/rendition/rendition'
import { RequestError } from '../../http/errors/request-errors.ts'
import { log } from '../../log/log.ts'
import type { LocalCopies } from '../storage/local-copies.ts'
import type { SharedStreams } from './shared-streams.ts'
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

interface PendingRendition {
  readonly set: RenditionSet
  /** Settles with the first fragments, or when it is known that there are none. */
  readonly begun: Promise<void>
  /** Settles when all is written, or has failed. */
  readonly ended: Promise<void>
  hasFailed: boolean
}

const NOTHING: RenditionSet = { sampleRate: 0, renditions: [] }
/** Maximum number of remembered failures. */
const MAX_FAILED = 1_000
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
  readonly #copies: LocalCopies | undefined
  readonly #shared: SharedStreams | undefined
  readonly #pending = new Map<string, PendingRendition>()
  readonly #failures = new Map<string, Failure>()

  /** @param more files in buckets, and renditions of all services */
  constructor(
    cache: StreamCache,
    pool: StreamPool,
    more: { copies?: LocalCopies; shared?: SharedStreams } = {},
  ) {
    this.#cache = cache
    this.#copies = more.copies
    this.#shared = more.shared
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
    if (!this.#pending.has(key)) {
      const cached = (await this.#cache.find(key)) ?? (await this.#shared?.find(key))
      if (cached) return { key, set: cached, complete: true }
    }
    // A concurrent request has started it.
    const rendition = this.#pending.get(key) ?? this.#render(key, source)
    await rendition.begun
    if (rendition.hasFailed) return { key, set: NOTHING, complete: true }
    return { key, set: rendition.set, complete: !this.#pending.has(key) }
  }

  /**
   * Writes the renditions of that name to the end: another process may have named them and be ahead, or have a cache of its
   * own.
   * @returns false if the track has no renditions of that name
   * @throws RequestError 503 if too many renditions are being created
   */
  async finish(key: string, source: Omit<StreamSource, 'inContainer'>): Promise<boolean> {
    const forms = [true, false].map(inContainer => ({ ...source, inContainer }))
    const named = forms.find(form => nameRendition(form) === key)
    if (!named) return false
    await this.find(named)
    await this.#pending.get(key)?.ended
    return true
  }

  #render(key: string, source: StreamSource): PendingRendition {
    const set: RenditionSet = { sampleRate: 0, renditions: [] }
    const { promise: begun, resolve, reject } = Promise.withResolvers<void>()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const rendition: PendingRendition = { set, begun, ended, hasFailed: false }
    this.#pending.set(key, rendition)
    const { path, codec, trueSamples, inContainer } = source
    const job = { codec, trueSamples, inContainer, output: this.#cache.partPath(key) }
    const render = (local: string) =>
      this.#pool.render({ ...job, source: local }, update => {
        applyUpdate(set, update)
        resolve()
      })
    const rendered = this.#copies ? this.#copies.use(path, render) : render(path)
    rendered
      .then(() => this.#cache.save(key, set))
      .then(() => this.#shared?.save(key, set, this.#cache.bytesPath(key)))
      .finally(() => this.#pending.delete(key))
      .then(
        () => {
          this.#failures.delete(key)
          resolve()
        },
        async error => {
          if (error instanceof RequestError) return reject(error)
          rendition.hasFailed = true
          this.#remember(key)
          await this.#cache.discard(key).catch(() => {})
          log.error(`A stream of ${source.codec} could not be made: ${(error as Error).message}`)
          resolve()
        },
      )
      .finally(end)
    return rendition
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
    if (this.#failures.size > MAX_FAILED && oldest !== undefined) this.#failures.delete(oldest)
  }
}

/** Name of the renditions of a file. */
export function nameRendition({ path, codec, version, inContainer }: StreamSource): string {
  const what = JSON.stringify([RENDITION_VERSION, path, codec, version, codec === 'mp3' && inContainer])
  return createHash('sha256').update(what).digest('hex').slice(0, 32)
}
