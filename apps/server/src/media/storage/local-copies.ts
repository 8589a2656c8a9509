import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { RequestError } from '../../http/errors/request-errors.ts'
import { ObjectStorageError } from '../../object-storage/bucket-error.ts'
import { listFolder } from '../files/list-folder.ts'
import { removeIfOlder } from '../files/optional-file.ts'
import { type CollectionBuckets, isBucketPath } from './collection-buckets.ts'

const FOLDER = 'copies'
/** Left by a process that crashed: no job takes longer. */
const ABANDONED_MS = 3_600_000
const CONCURRENT = 3
const MAX_WAITING = 32
const RETRY_SECONDS = 2

/**
 * Copies of files from buckets, for decoders, which need a file. A copy exists while it is used; at most three at the
 * same time.
 */
export class LocalCopies {
  readonly #buckets: CollectionBuckets
  readonly #folder: string
  readonly #limit: LimitFunction = pLimit(CONCURRENT)
  #ready: Promise<void> | undefined

  constructor(buckets: CollectionBuckets, dataDir: string) {
    this.#buckets = buckets
    this.#folder = join(dataDir, FOLDER)
  }

  /**
   * Calls `work` with the path of the file itself, or of a copy if it is in a bucket.
   * @throws RequestError 503 if too many wait
   * @throws ObjectStorageError if the bucket cannot be read
   */
  async use<T>(path: string, work: (local: string) => Promise<T>): Promise<T> {
    if (!isBucketPath(path)) return work(path)
    if (this.#limit.pendingCount >= MAX_WAITING)
      throw new RequestError(503, 'Too many tracks are being prepared: try again in a moment.', RETRY_SECONDS)
    return this.#limit(async () => {
      this.#ready ??= this.#prepare().catch(error => {
        this.#ready = undefined
        throw error
      })
      await this.#ready
      const local = join(this.#folder, `${randomUUID()}${extname(path)}`)
      try {
        await this.#copy(path, local)
        return await work(local)
      } finally {
        await rm(local, { force: true })
      }
    })
  }

  async #copy(path: string, local: string): Promise<void> {
    const file = await this.#buckets.open(path)
    if (!file || 'fd' in file) throw new ObjectStorageError(`${path} is not there at the moment.`)
    try {
      await pipeline(await file.read(0, file.size - 1), createWriteStream(local))
    } finally {
      file.release()
    }
  }

  async #prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    const before = Date.now() - ABANDONED_MS
    for (const name of await listFolder(this.#folder)) await removeIfOlder(join(this.#folder, name), before)
  }
}
