import { createHash } from 'node:crypto'
import type { Codec } from '@refrain/audio/audio-info'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { RequestError } from '../../http/errors/request-errors.ts'
import { log } from '../../log/log.ts'
import type { LocalCopies } from '../storage/local-copies.ts'
import type { OpenRendition, StreamCache } from '../streams/stream-cache.ts'
import type { ChosenEncoding } from './choose-encoding.ts'
import { encode, type FilePart } from './encode.ts'
import { type Encoders, findEncoders } from './find-encoders.ts'
import { GrowingFile } from './growing-file.ts'

/** Encoders at the same time, and transcodes that wait for one. */
const ENCODERS = 2
const MAX_WAITING = 16
/** Of those, for one caller: nobody takes the places of everybody. */
const MAX_OF_CALLER = 6
const RETRY_SECONDS = 5
/** A transcode without readers goes on this long: clients that seek ask again at once. */
const GRACE_MS = 3_000
/** A file that cannot be transcoded is not tried again before. */
const RETRY_FAILED_MS = 60_000
const MAX_FAILED = 1_000
/** No transcode takes longer or gets larger: ten hours at the highest rate. */
const MAX_MS = 15 * 60_000
const MAX_BYTES = 1_500_000_000
/** Changes when the same encoding gives other bytes. */
const VERSION = 2

export interface TranscodeSource {
  /** The audio file. */
  readonly path: string
  readonly codec: Codec
  /** Changes with the file. */
  readonly version: string
  readonly encoding: ChosenEncoding
  /** Where to start, in seconds. */
  readonly offset: number
  /** Of a cut: the part of the file that it is. */
  readonly part?: FilePart | undefined
  /** Identifies who asks. */
  readonly caller: string
}

/** A transcode that is being made. */
export interface GrowingTranscode {
  readonly bytes: AsyncIterable<Buffer>
  /** Waits for the whole and opens it; undefined if it failed. */
  openWhole(): Promise<OpenRendition | undefined>
  /** Must be called, and may be called again; the transcode is stopped when nobody reads it. */
  release(): void
}

interface Running {
  /** Resolves when its turn comes; to undefined if it is stopped or fails before. */
  readonly opened: PromiseWithResolvers<GrowingFile | undefined>
  file: GrowingFile | undefined
  readonly ended: Promise<boolean>
  readonly stop: AbortController
  /** Who has asked first. */
  readonly caller: string
  readers: number
  hasEnded: boolean
  grace: NodeJS.Timeout | undefined
}

/** Transcodes tracks on demand, each once for all who ask, into the cache of streams. */
export class Transcoder {
  readonly #cache: StreamCache
  readonly #copies: LocalCopies
  readonly #limit = pLimit(ENCODERS)
  /** Those that further readers may join. */
  readonly #running = new Map<string, Running>()
  /** Also those that were stopped and have not ended yet. */
  readonly #jobs = new Set<Running>()
  #lastJob = 0
  /** When a transcode failed, by name. */
  readonly #failures = new LRUCache<string, number>({ max: MAX_FAILED })
  #encoders: Promise<Encoders> | undefined

  constructor(cache: StreamCache, copies: LocalCopies, encoders?: Encoders) {
    this.#cache = cache
    this.#copies = copies
    if (encoders) this.#encoders = Promise.resolve(encoders)
  }

  /** The encoders that there are; they are looked for once. */
  get encoders(): Promise<Encoders> {
    this.#encoders ??= findEncoders()
    return this.#encoders
  }

  /** How many are being made or wait. */
  get jobs(): number {
    return this.#jobs.size
  }

  /**
   * Opens a transcode, whole or as it is made. Only those from the start are cached: a listener who seeks would evict
   * everybody's.
   * @param left aborted when the client has left, which releases the transcode
   * @returns undefined if it cannot be made, or if the client has left
   * @throws RequestError 503 if too many wait, 429 if too many of the caller's do
   */
  async open(
    source: TranscodeSource,
    left: AbortSignal,
  ): Promise<OpenRendition | GrowingTranscode | undefined> {
    const key = nameTranscode(source)
    if (!this.#running.has(key)) {
      const cached = await this.#openWhole(key)
      if (cached) return cached
      if (performance.now() < (this.#failures.get(key) ?? 0)) return undefined
    }
    if (left.aborted) return undefined
    const running = this.#running.get(key) ?? this.#start(key, source)
    const release = this.#join(running)
    left.addEventListener('abort', release, { once: true })
    const file = await running.opened.promise
    const openWhole = async () => {
      if (!file || running.stop.signal.aborted || !(await running.ended)) return undefined
      return left.aborted ? undefined : this.#openEnded(key, running, file)
    }
    if (!(await file?.hasBegun())) {
      // An offset behind the end of the track gives nothing.
      const empty = await openWhole()
      release()
      return empty
    }
    return { bytes: file!.read(), openWhole, release }
  }

  /** Opens a transcode that is whole; undefined if there is none yet. */
  find(source: Omit<TranscodeSource, 'caller'>): Promise<OpenRendition | undefined> {
    return this.#openWhole(nameTranscode(source))
  }

  async close(): Promise<void> {
    for (const { stop, grace } of this.#jobs) {
      clearTimeout(grace)
      stop.abort()
    }
    await Promise.all([...this.#jobs].map(({ ended }) => ended))
  }

  async #openWhole(key: string): Promise<OpenRendition | undefined> {
    const found = (await this.#cache.find(key)) && (await this.#cache.open(key))
    if (found?.isFinished) return found
    found?.release()
    return undefined
  }

  /** @throws RequestError 503, 429 */
  #requirePlace(caller: string): void {
    const own = [...this.#running.values()].filter(running => running.caller === caller)
    // Whoever seeks has left the others.
    if (own.length >= MAX_OF_CALLER) for (const { readers, stop } of own) if (readers === 0) stop.abort()
    if (own.filter(({ stop }) => !stop.signal.aborted).length >= MAX_OF_CALLER)
      throw new RequestError(429, 'Too many tracks are being prepared for you: wait a moment.', RETRY_SECONDS)
    if (this.#running.size >= ENCODERS + MAX_WAITING)
      throw new RequestError(503, 'Too many tracks are being prepared: try again in a moment.', RETRY_SECONDS)
  }

  #start(key: string, source: TranscodeSource): Running {
    this.#requirePlace(source.caller)
    const stop = new AbortController()
    const opened = Promise.withResolvers<GrowingFile | undefined>()
    const ended = this.#limit(() => this.#make(key, source, running))
    const running: Running = {
      ...{ opened, file: undefined, ended, stop, caller: source.caller },
      ...{ readers: 0, hasEnded: false, grace: undefined },
    }
    this.#running.set(key, running)
    this.#jobs.add(running)
    stop.signal.addEventListener('abort', () => {
      // One that waits for its turn would be joined in vain until then.
      if (this.#running.get(key) === running) this.#running.delete(key)
      opened.resolve(undefined)
    })
    void ended.then(() => {
      if (this.#running.get(key) === running) this.#running.delete(key)
      this.#jobs.delete(running)
      running.hasEnded = true
      clearTimeout(running.grace)
      closeIfUnused(running)
    })
    return running
  }

  /** The bytes of a transcode that is whole, whether it is cached or not. */
  #openEnded(key: string, running: Running, file: GrowingFile): OpenRendition {
    const release = this.#join(running)
    const lastModified = new Date().toUTCString()
    return { fd: file.fd, size: file.size, etag: `"${key}"`, lastModified, isFinished: true, release }
  }

  /** Adds a reader. @returns a function that removes it once */
  #join(running: Running): () => void {
    running.readers++
    clearTimeout(running.grace)
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.#leave(running)
    }
  }

  #leave(running: Running): void {
    running.readers--
    closeIfUnused(running)
    if (running.readers > 0 || running.hasEnded) return
    running.grace = setTimeout(() => running.stop.abort(), GRACE_MS)
    running.grace.unref()
  }

  /** @returns whether it is whole */
  async #make(
    key: string,
    { path, codec, encoding, offset, part }: TranscodeSource,
    running: Running,
  ): Promise<boolean> {
    const stopped = running.stop.signal
    if (stopped.aborted) return false
    const job = `-${++this.#lastJob}`
    let file: GrowingFile | undefined
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(MAX_MS)])
    try {
      file = await GrowingFile.create(this.#cache.partPath(key, job))
      running.file = file
      running.opened.resolve(file)
      const { ffmpeg } = await this.encoders
      if (ffmpeg === undefined) throw new Error('There is no ffmpeg.')
      await this.#copies.use(path, async local => {
        signal.throwIfAborted()
        for await (const bytes of encode({ ffmpeg, source: local, codec, encoding, offset, part, signal })) {
          if (file!.size + bytes.length > MAX_BYTES) throw new Error('It gets too large.')
          await file!.append(bytes)
        }
      })
      if (offset > 0) await this.#cache.discard(key, job)
      else await this.#cache.save(key, { sampleRate: 0, renditions: [] }, job)
      file.end('whole')
      return true
    } catch (error) {
      running.opened.resolve(undefined)
      file?.end('failed')
      await this.#cache.discard(key, job).catch(() => {})
      await this.#cache.freeSpace(error).catch(() => {})
      if (!stopped.aborted) this.#remember(key, error as Error)
      return false
    }
  }

  #remember(key: string, error: Error): void {
    log.error(`A track could not be transcoded: ${error.message}`)
    this.#failures.set(key, performance.now() + RETRY_FAILED_MS)
  }
}

/** The file stays open while somebody reads what was written, also if it failed or was evicted. */
function closeIfUnused({ file, readers, hasEnded }: Running): void {
  if (readers > 0 || !hasEnded) return
  void file?.close()
}

/** Name of a transcode in the cache. */
function nameTranscode({ path, version, encoding, offset }: Omit<TranscodeSource, 'caller'>): string {
  const { name, bitRate, sampleRate, channels } = encoding
  const what = JSON.stringify([
    ...['transcode', VERSION, path, version],
    ...[name, bitRate, sampleRate, channels, offset],
  ])
  return createHash('sha256').update(what).digest('hex').slice(0, 32)
}
