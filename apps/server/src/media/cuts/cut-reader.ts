import { wavSize } from '@refrain/audio/pcm/wav-form'
import { NotFoundError, RequestError } from '../../http/errors/request-errors.ts'
import { RunningCounts } from '../../http/limits/running-counts.ts'
import { log } from '../../log/log.ts'
import { startThread } from '../../workers/start-thread.ts'
import { WorkerPool } from '../../workers/worker-pool.ts'
import type { StoredAudioFile } from '../files/audio-file-store.ts'
import { isBucketPath } from '../storage/collection-buckets.ts'
import type { LocalCopies } from '../storage/local-copies.ts'
import type { MediaFile, RemoteFile } from '../storage/media-storage.ts'
import type { CutJob } from './cut-worker.ts'
import { wavOf } from './sent-audio.ts'

const WORKERS = 2
const MAX_WAITING = 64
/** Responses at the same time for one caller: nobody takes the places of everybody. */
const MAX_OF_CALLER = 16
const RETRY_SECONDS = 2
const HEAP_MB = 256
const YOUNG_MB = 16
const SILENCE_MS = 60_000
const IDLE_MS = 60_000
/** Bytes that are decoded at once: twelve seconds of a CD. A slow client holds no worker meanwhile. */
const BLOCK = 2 * 1024 * 1024

/** A response that reads a cut. */
interface Reading {
  readonly cut: StoredAudioFile
  /** Path of the file, or of its copy. */
  readonly local: string
  /** Last byte wanted, inclusive. */
  readonly end: number
  readonly signal: AbortSignal | undefined
}

/**
 * Sends tracks that are a part of a file as WAV, decoded in the ranges that are asked for. Nothing of it is stored: its length
 * and where each sample stands are known without.
 */
export class CutReader {
  readonly #pool: WorkerPool<CutJob, Uint8Array>
  readonly #copies: Pick<LocalCopies, 'use'>
  readonly #callers = new RunningCounts()

  constructor(copies: Pick<LocalCopies, 'use'>) {
    this.#copies = copies
    this.#pool = new WorkerPool({
      start: startThread(new URL('./cut-worker.ts', import.meta.url), { heapMb: HEAP_MB, youngMb: YOUNG_MB }),
      size: WORKERS,
      limits: { silenceMs: SILENCE_MS },
      idleMs: IDLE_MS,
    })
  }

  /**
   * A cut as a file that can be sent. Its `read` fails with 429 if the caller has too many responses already, 503 if too many
   * wait, and the signal's reason if the client has left.
   * @param file that it is a part of, for its version; still open
   * @param caller identifies who asks
   */
  open(
    cut: StoredAudioFile & { readonly first_sample: number },
    file: MediaFile,
    caller: string,
  ): RemoteFile {
    const { path, first_sample: first, true_samples: samples } = cut
    return {
      size: wavSize(wavOf(cut)),
      etag: `${file.etag.replace(/"$/, '')}-${first}-${samples}"`,
      lastModified: file.lastModified,
      read: async (start, end, signal) => {
        const leave = this.#callers.start(caller, MAX_OF_CALLER)
        if (!leave)
          throw new RequestError(429, 'Too many tracks are being sent to you: wait a moment.', RETRY_SECONDS)
        const releases = [leave]
        const release = () => {
          for (const one of releases) one()
        }
        try {
          const file = await this.#useFile(path)
          releases.push(file.release)
          // An event of a client that left meanwhile does not come again.
          signal?.throwIfAborted()
          // Of a client that leaves before the first byte nothing is read that would end.
          signal?.addEventListener('abort', release, { once: true })
          const reading = { cut, local: file.local, end, signal }
          // A failure of the first block can still be told to the client.
          return this.#readOn(reading, await this.#readBlock(reading, start), start, release)
        } catch (error) {
          release()
          throw error
        }
      },
      signAddress: async () => undefined,
      release: () => {},
    }
  }

  close(): Promise<void> {
    return this.#pool.close()
  }

  async *#readOn(
    reading: Reading,
    opening: Uint8Array,
    start: number,
    release: () => void,
  ): AsyncGenerator<Uint8Array> {
    try {
      yield opening
      for (let at = start + opening.length; at <= reading.end; ) {
        const block = await this.#readBlock(reading, at)
        yield block
        at += block.length
      }
    } finally {
      release()
    }
  }

  /** @throws RequestError 503 if too many wait, 404 if the file cannot be read; the signal's reason if the client left */
  async #readBlock({ cut, local, end, signal }: Reading, start: number): Promise<Uint8Array> {
    signal?.throwIfAborted()
    if (this.#pool.jobs >= WORKERS + MAX_WAITING)
      throw new RequestError(503, 'Too many tracks are being prepared: try again in a moment.', RETRY_SECONDS)
    const { codec, sample_rate: sampleRate, channels, priming_samples: primingSamples } = cut
    const audio = { codec, sampleRate, channels, primingSamples, trueSamples: cut.true_samples }
    const file = { ...audio, path: local, first: cut.first_sample ?? 0 }
    const { bits } = wavOf(cut)
    return this.#pool
      .run({ file, bits, start, end: Math.min(end + 1, start + BLOCK) }, signal && { signal })
      .catch((error: Error) => {
        signal?.throwIfAborted()
        log.error(`A part of a file could not be read: ${error.message}`)
        throw new NotFoundError('This track cannot be read at the moment.')
      })
  }

  /** The path of a file of this machine, or of a copy that exists until `release`. */
  async #useFile(path: string): Promise<{ readonly local: string; readonly release: () => void }> {
    if (!isBucketPath(path)) return { local: path, release: () => {} }
    const { promise, resolve, reject } = Promise.withResolvers<{ local: string; release: () => void }>()
    this.#copies
      .use(path, local => {
        const done = Promise.withResolvers<void>()
        resolve({ local, release: done.resolve })
        return done.promise
      })
      .catch(reject)
    return promise
  }
}
