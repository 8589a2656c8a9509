import { wavSize } from '@refrain/audio/pcm/wav-form'
import { NotFoundError, RequestError } from '../../http/errors/request-errors.ts'
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
const RETRY_SECONDS = 2
const HEAP_MB = 256
const YOUNG_MB = 16
const SILENCE_MS = 60_000
const IDLE_MS = 60_000
/** Bytes that are decoded at once: twelve seconds of a CD. A slow client holds no worker meanwhile. */
const BLOCK = 2 * 1024 * 1024

/**
 * Sends tracks that are a part of a file as WAV, decoded in the ranges that are asked for. Nothing of it is stored: its length
 * and where each sample stands are known without.
 */
export class CutReader {
  readonly #pool: WorkerPool<CutJob, Uint8Array>
  readonly #copies: LocalCopies

  constructor(copies: LocalCopies) {
    this.#copies = copies
    this.#pool = new WorkerPool({
      start: startThread(new URL('./cut-worker.ts', import.meta.url), { heapMb: HEAP_MB, youngMb: YOUNG_MB }),
      size: WORKERS,
      limits: { silenceMs: SILENCE_MS },
      idleMs: IDLE_MS,
    })
  }

  /**
   * A cut as a file that can be sent.
   * @param file that it is a part of, for its version; still open
   */
  open(cut: StoredAudioFile & { readonly first_sample: number }, file: MediaFile): RemoteFile {
    const { path, first_sample: first, true_samples: samples } = cut
    return {
      size: wavSize(wavOf(cut)),
      etag: `${file.etag.replace(/"$/, '')}-${first}-${samples}"`,
      lastModified: file.lastModified,
      read: async (start, end, signal) => {
        const { local, release } = await this.#useFile(path)
        // A client that leaves before the first byte reads nothing that would end.
        signal?.addEventListener('abort', release, { once: true })
        try {
          // A failure of the first block can still be told to the client.
          const opening = await this.#readBlock(cut, local, start, end)
          return this.#readOn({ cut, local, end, signal, release }, opening, start)
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
    given: {
      readonly cut: StoredAudioFile
      readonly local: string
      readonly end: number
      readonly signal: AbortSignal | undefined
      readonly release: () => void
    },
    opening: Uint8Array,
    start: number,
  ): AsyncGenerator<Uint8Array> {
    const { cut, local, end, signal, release } = given
    try {
      yield opening
      for (let at = start + opening.length; at <= end; ) {
        signal?.throwIfAborted()
        const block = await this.#readBlock(cut, local, at, end)
        yield block
        at += block.length
      }
    } finally {
      release()
    }
  }

  /** @param end last byte wanted, inclusive @throws RequestError 503 if too many wait, 404 if the file cannot be read */
  async #readBlock(cut: StoredAudioFile, path: string, start: number, end: number): Promise<Uint8Array> {
    if (this.#pool.jobs >= WORKERS + MAX_WAITING)
      throw new RequestError(503, 'Too many tracks are being prepared: try again in a moment.', RETRY_SECONDS)
    const { codec, sample_rate: sampleRate, channels, priming_samples: primingSamples } = cut
    const audio = { codec, sampleRate, channels, primingSamples, trueSamples: cut.true_samples }
    const file = { ...audio, path, first: cut.first_sample ?? 0 }
    const { bits } = wavOf(cut)
    return this.#pool
      .run({ file, bits, start, end: Math.min(end + 1, start + BLOCK) })
      .catch((error: Error) => {
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
