import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Codec } from '@refrain/audio/audio-info'
import { findFfmpeg } from '@refrain/audio/ffmpeg/find-ffmpeg'
import { isDecodable, isStreamable } from '@refrain/audio/formats'
import {
  applyUpdate,
  RENDITION_VERSION,
  type RenditionJob,
  type RenditionSet,
  type RenditionUpdate,
} from '@refrain/audio/rendition/rendition'
import { LRUCache } from 'lru-cache'
import { RequestError } from '../../http/errors/request-errors.ts'
import { log } from '../../log/log.ts'
import type { LocalCopies } from '../storage/local-copies.ts'
import { EncodingQueue } from './encoding-queue.ts'
import type { SharedStreams } from './shared-streams.ts'
import type { StreamCache } from './stream-cache.ts'
import type { StreamPool } from './stream-pool.ts'

export interface RenditionSource {
  /** The audio file. */
  readonly path: string
  readonly codec: Codec
  readonly sampleRate: number
  readonly channels: number
  readonly trueSamples: number
  readonly primingSamples: number
  /** Where a cut begins in the file, in samples; undefined for the whole file. */
  readonly first?: number | undefined
  /** In kbit/s, on average. */
  readonly bitRate: number
  /** MP3 frames in MP4; every other codec is in MP4 anyway. */
  readonly inContainer: boolean
  /** Changes with the file. */
  readonly version: string
  /** Encodes it as Opus, instead of streaming what the file holds. */
  readonly opus?: ChosenOpus | undefined
}

interface ChosenOpus {
  /** Path of ffmpeg. */
  readonly ffmpeg: string
  /** Identifies the encoder: bytes of another one do not fit an index of this one. */
  readonly build: string
  /** In kbit/s. */
  readonly bitRate: number
}

export interface KnownStream {
  /** Name of the renditions; changes with the audio file. */
  readonly key: string
  readonly set: RenditionSet
  /** False while fragments are still to come. */
  readonly complete: boolean
  /** Samples at the rate of the file that its decoder outputs before the music, and so does that of the renditions. */
  readonly primingSamples: number
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
/**
 * An encoding that fails on its way may be too long for this machine: another attempt would take minutes again and be lost
 * while somebody listens. The track plays as the original meanwhile.
 */
const RETRY_ENCODING_MS = 6 * 3_600_000
/** How long a listener waits for an encoder. */
const ENCODER_MS = 4_000

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
  readonly #encodings: EncodingQueue
  #lastJob = 0
  readonly #pending = new Map<string, PendingRendition>()
  readonly #failures = new LRUCache<string, Failure>({ max: MAX_FAILED })

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
    this.#encodings = new EncodingQueue(key => cache.wasReadElsewhere(key))
  }

  /**
   * Waits until a track's first fragment can be read. Without renditions the track can only be played as its file.
   * @param caller identifies who asks
   * @throws RequestError 503 if too many renditions are being created, 429 if too many of the caller's are
   */
  async find(source: RenditionSource, caller: string): Promise<KnownStream> {
    const key = nameRendition(source)
    const primingSamples = isDecoded(source) ? 0 : source.primingSamples
    const nothing = { key, set: NOTHING, complete: true, primingSamples }
    if (!isPossible(source) || this.#hasJustFailed(key)) return nothing
    if (!this.#pending.has(key)) {
      const cached = (await this.#cache.find(key)) ?? (await this.#shared?.find(key))
      if (cached) return { ...nothing, set: cached }
    }
    // A concurrent request has started it.
    const rendition = this.#pending.get(key) ?? this.#render(key, source, caller)
    this.renew(key)
    await rendition.begun
    if (rendition.hasFailed) return nothing
    return { ...nothing, set: rendition.set, complete: !this.#pending.has(key) }
  }

  /** The same for a track that is encoded; undefined if it cannot be, or not soon enough. */
  async findSoon(source: RenditionSource, caller: string): Promise<KnownStream | undefined> {
    const finding = this.find(source, caller).catch(error => {
      if (!(error instanceof RequestError)) throw error
      return undefined
    })
    const stream = await Promise.race([finding, wait(ENCODER_MS, undefined, { ref: false })])
    return stream && stream.set.renditions.length > 0 ? stream : undefined
  }

  /** Somebody plays the renditions of that name: if they are being encoded, that goes on. */
  renew(key: string): void {
    this.#encodings.renew(key)
  }

  /** Stops what is being encoded. */
  close(): void {
    this.#encodings.close()
  }

  /**
   * Writes the renditions of that name to the end: another process may have named them and be ahead, or have a cache of its
   * own.
   * @param forms all forms in which the track can be streamed
   * @returns false if the track has no renditions of that name
   * @throws RequestError 503 if too many renditions are being created, 429 if too many of the caller's are
   */
  async finish(key: string, forms: readonly RenditionSource[], caller: string): Promise<boolean> {
    const named = forms.find(form => nameRendition(form) === key)
    if (!named) return false
    await this.find(named, caller)
    await this.#pending.get(key)?.ended
    return true
  }

  #render(key: string, source: RenditionSource, caller: string): PendingRendition {
    const set: RenditionSet = { sampleRate: 0, renditions: [] }
    const { promise: begun, resolve, reject } = Promise.withResolvers<void>()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const rendition: PendingRendition = { set, begun, ended, hasFailed: false }
    this.#pending.set(key, rendition)
    const onUpdate = (update: RenditionUpdate) => {
      applyUpdate(set, update)
      resolve()
    }
    // One that is stopped may still be removed while the next attempt writes.
    const job = source.opus ? `-${++this.#lastJob}` : ''
    const output = this.#cache.partPath(key, job)
    const rendered = source.opus
      ? this.#encodings.run(key, caller, signal => this.#write(output, source, caller, onUpdate, signal))
      : this.#write(output, source, caller, onUpdate)
    rendered
      .then(() => this.#cache.save(key, set, job))
      .then(() => this.#shared?.save(key, set, this.#cache.bytesPath(key)))
      .finally(() => this.#pending.delete(key))
      .then(
        () => {
          this.#failures.delete(key)
          resolve()
        },
        async error => {
          if (error instanceof RequestError) {
            reject(error)
            return this.#cache.discard(key, job).catch(() => {})
          }
          rendition.hasFailed = true
          this.#remember(key, source.opus !== undefined && set.renditions.length > 0)
          await this.#cache.discard(key, job).catch(() => {})
          // The next attempt has room.
          await this.#cache.freeSpace(error).catch(() => {})
          log.error(`A stream of ${source.codec} could not be made: ${(error as Error).message}`)
          resolve()
        },
      )
      .finally(end)
    return rendition
  }

  async #write(
    output: string,
    source: RenditionSource,
    caller: string,
    onUpdate: (update: RenditionUpdate) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const { path, codec, trueSamples, inContainer, opus, sampleRate, channels, primingSamples, first } =
      source
    const job: Omit<RenditionJob, 'source'> = {
      ...{ codec, trueSamples, inContainer, output, opus },
      ...(isDecoded(source) && { decoded: { sampleRate, channels, primingSamples, first } }),
    }
    const render = async (local: string) => {
      signal?.throwIfAborted()
      await this.#pool.render({ ...job, source: local }, caller, onUpdate, signal)
    }
    await (this.#copies ? this.#copies.use(path, render) : render(path))
  }

  #hasJustFailed(key: string): boolean {
    const failure = this.#failures.get(key)
    return failure !== undefined && performance.now() < failure.retryAt
  }

  #remember(key: string, isLong: boolean): void {
    const count = (this.#failures.get(key)?.count ?? 0) + 1
    const delay = isLong ? RETRY_ENCODING_MS : Math.min(RETRY_MS * 2 ** (count - 1), LONGEST_RETRY_MS)
    this.#failures.set(key, { count, retryAt: performance.now() + delay })
  }
}

/** Whether a rendition is encoded from samples, without what a decoder outputs before the music. */
const isDecoded = ({ opus, first }: RenditionSource) => opus !== undefined || first !== undefined

/** Name of the renditions of a file or cut. */
function nameRendition(source: RenditionSource): string {
  const { path, codec, version, inContainer, opus, first, trueSamples } = source
  const form = opus ? [opus.bitRate, opus.build] : codec === 'mp3' && first === undefined && inContainer
  const cut = first === undefined ? [] : [first, trueSamples]
  const what = JSON.stringify([RENDITION_VERSION, path, codec, version, form, ...cut])
  return createHash('sha256').update(what).digest('hex').slice(0, 32)
}

/** Gapless joins need the exact length, and an encoder the samples. */
function isPossible({ codec, sampleRate, trueSamples, first, opus }: RenditionSource): boolean {
  if (first !== undefined && !opus) return isDecodable(codec, findFfmpeg()) && trueSamples > 0
  return opus ? isDecodable(codec, opus.ffmpeg) && trueSamples > 0 : isStreamable(codec, sampleRate)
}
