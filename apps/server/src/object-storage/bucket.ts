import { S3mini } from 's3mini'
import { BucketRefusedError } from './bucket-error.ts'
import { fetchPart, type ObjectPart, type PartOptions } from './fetch-part.ts'
import { describeFailure, retryRequest } from './retry-requests.ts'
import type { ObjectStorageSettings } from './settings.ts'
import { readStreamed, type StreamedBytes } from './streamed-bytes.ts'

const TRIES = 4
/** Somebody waits for a part. */
const PART_TRIES = 2
/** A request that takes longer has lost its connection. */
const TIMEOUT_MS = 120_000
const PAGE = 1_000
/** S3 takes parts of 5 MB to 5 GB; only the last may be smaller. */
const PART_BYTES = 8 * 1024 * 1024
const MAX_PARTS = 10_000
/** Addresses for our own requests. */
const OWN_ADDRESS_SECONDS = 300

/** An object as a listing describes it. */
export interface ListedObject {
  readonly name: string
  readonly size: number
  /** Epoch milliseconds of its last write; most services count whole seconds. */
  readonly mtimeMs: number
  /** Without quotes; changes with the content. */
  readonly etag: string
}

/** The objects of a bucket. Each call is repeated if the service or the network fails temporarily. */
export interface Bucket {
  /** All objects whose names start with `prefix`, sorted by name. */
  list(prefix: string): AsyncGenerator<ListedObject>
  /** @returns undefined if there is no such object */
  read(name: string): Promise<Buffer | undefined>
  /** The bytes from `start` to `end` (inclusive, may lie beyond the object). @returns undefined if there is no such object */
  readPart(name: string, start: number, end: number, options?: PartOptions): Promise<ObjectPart | undefined>
  /**
   * Stores an object completely or not at all. Streamed bytes are sent in parts of 8 MB.
   * @throws BucketRefusedError if these are more than S3 takes
   */
  write(name: string, bytes: Uint8Array | StreamedBytes, contentType?: string): Promise<void>
  remove(name: string): Promise<void>
  /** An address at which anybody can read the object for a while. @param headers of the responses */
  signAddress(name: string, seconds: number, headers: Readonly<Record<string, string>>): Promise<string>
}

/** @throws ObjectStorageError from each call if the bucket does not exist, or the service refuses or cannot be reached */
export function openBucket(name: string, settings: ObjectStorageSettings): Bucket {
  const { endpoint, ...credentials } = settings
  const client = new S3mini({
    ...credentials,
    endpoint: `${endpoint.replace(/\/$/, '')}/${name}`,
    requestAbortTimeout: TIMEOUT_MS,
    minPartSize: PART_BYTES,
  })
  const describe = (error: unknown) => describeFailure(error, name, endpoint)
  const attempt = <T>(work: () => Promise<T>, tries = TRIES) =>
    retryRequest(work, tries).catch(error => {
      throw describe(error)
    })
  /** The client leaves a stream as it is when a request fails. */
  async function writeLarge(object: string, bytes: StreamedBytes, contentType?: string): Promise<unknown> {
    const done = new AbortController()
    try {
      return await client.putAnyObject(object, bytes.stream(done.signal), contentType)
    } finally {
      done.abort()
    }
  }
  return {
    async *list(prefix) {
      let next: string | undefined
      do {
        const page = await attempt(() => client.listObjectsPaged('/', prefix, PAGE, next))
        if (!page?.objects)
          throw new BucketRefusedError(`There is no bucket ${name} at ${endpoint}: create it first.`)
        for (const { Key, Size, LastModified, ETag } of page.objects) {
          const etag = ETag.replaceAll('"', '')
          yield { name: Key, size: Size, mtimeMs: LastModified.getTime(), etag }
        }
        next = page.nextContinuationToken
      } while (next)
    },
    async read(object) {
      const content = await attempt(() => client.getObjectArrayBuffer(object))
      return content ? Buffer.from(content) : undefined
    },
    readPart(object, start, end, options = {}) {
      return attempt(async () => {
        const address = await client.getPresignedUrl('GET', object, OWN_ADDRESS_SECONDS)
        const part = await fetchPart(address, start, end, options)
        return part && { ...part, chunks: describing(part.chunks, describe) }
      }, PART_TRIES)
    },
    async write(object, bytes, contentType) {
      if (!(bytes instanceof Uint8Array)) checkSize(object, bytes.size)
      await attempt(async () => {
        const isLarge = !(bytes instanceof Uint8Array) && bytes.size > PART_BYTES
        if (isLarge) return writeLarge(object, bytes, contentType)
        const content = bytes instanceof Uint8Array ? bytes : await readStreamed(bytes)
        return client.putObject(object, content, contentType)
      })
    },
    async remove(object) {
      await attempt(() => client.deleteObject(object))
    },
    signAddress(object, seconds, headers) {
      const overrides = Object.entries(headers).map(([header, value]) => [`response-${header}`, value])
      return client.getPresignedUrl('GET', object, seconds, Object.fromEntries(overrides))
    },
  }
}

/** S3 would say so only after all the other parts. */
function checkSize(object: string, size: number): void {
  if (size <= MAX_PARTS * PART_BYTES) return
  const gigabytes = Math.ceil(size / 1e9)
  throw new BucketRefusedError(
    `${object} has ${gigabytes} GB, and a bucket takes at most ${MAX_PARTS} parts of 8 MB: remove or split the file.`,
  )
}

async function* describing(
  chunks: AsyncIterable<Uint8Array>,
  describe: (error: unknown) => unknown,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (error) {
    throw describe(error)
  }
}
