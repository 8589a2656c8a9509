import { posix } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Bucket } from '../../object-storage/bucket.ts'
import { ObjectStorageError } from '../../object-storage/bucket-error.ts'
import { toArray } from '../../object-storage/to-array.ts'
import type { MediaStorage, RemoteFile } from './media-storage.ts'

export type Delivery = 'proxy' | 'redirect'

/** Pictures and the starts of streams: read in one request, and kept in memory for a minute. */
const START_BYTES = 64 * 1024
const MAX_START_BYTES = 32 * 1024 * 1024
const START_TTL_MS = 60_000
/** An address is given out for a third of its life, so what a client gets is valid for ten minutes at least. */
const ADDRESS_SECONDS = 900
const MAX_ADDRESSES = 5_000
const CONCURRENT_WRITES = 4

const TYPES: Readonly<Record<string, string>> = {
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.mp4': 'audio/mp4',
  '.json': 'application/json',
}

/** The properties of an object and its first bytes. */
interface Start extends Pick<RemoteFile, 'size' | 'etag' | 'lastModified'> {
  readonly bytes: Buffer
}

export interface BucketStorageOptions {
  /** Of all names: '' or with a slash at the end. */
  readonly prefix: string
  readonly label: string
  readonly delivery: Delivery
}

/** Stores media in a bucket, which several services may share. */
export function bucketStorage(
  bucket: Bucket,
  { prefix, label, delivery }: BucketStorageOptions,
): MediaStorage {
  const starts = new LRUCache<string, Start>({
    maxSize: MAX_START_BYTES,
    sizeCalculation: start => start.bytes.length + 1_000,
    ttl: START_TTL_MS,
  })
  const addresses = new LRUCache<string, Promise<string>>({
    max: MAX_ADDRESSES,
    ttl: (ADDRESS_SECONDS * 1000) / 3,
  })
  const wanted = delivery === 'redirect' ? 1 : START_BYTES

  async function readStart(name: string): Promise<Start | undefined> {
    const known = starts.get(name)
    if (known) return known
    const part = await bucket.readPart(prefix + name, 0, wanted - 1)
    if (!part) return undefined
    const start = { ...part, bytes: Buffer.concat(await toArray(part.chunks)) }
    starts.set(name, start)
    return start
  }

  async function readOn(name: string, etag: string, start: number, end: number, signal?: AbortSignal) {
    const part = await bucket.readPart(prefix + name, start, end, { etag, ...(signal && { signal }) })
    if (part) return part.chunks
    starts.delete(name)
    throw new ObjectStorageError(`${name} was removed from ${label} while it was read.`)
  }

  return {
    label,
    isRemote: true,
    async open(name) {
      const start = await readStart(name)
      return (
        start && toFile(start, (from, end, signal) => readOn(name, start.etag, from, end, signal), sign(name))
      )
    },
    async stat(name) {
      const part = await bucket.readPart(prefix + name, 0, 0)
      part?.cancel()
      return part && { size: part.size, mtimeMs: Date.parse(part.lastModified) }
    },
    read: name => bucket.read(prefix + name),
    async write(objects) {
      const waiting = [...objects]
      const writeNext = async (): Promise<void> => {
        const next = waiting.shift()
        if (!next) return
        starts.delete(next.name)
        await bucket.write(prefix + next.name, next.bytes, TYPES[posix.extname(next.name)])
        return writeNext()
      }
      const done = await Promise.allSettled(Array.from({ length: CONCURRENT_WRITES }, writeNext))
      // Only once nothing is being written any more, so that the caller can remove what was.
      for (const one of done) if (one.status === 'rejected') throw one.reason
    },
    async remove(name) {
      starts.delete(name)
      await bucket.remove(prefix + name)
    },
    async *list(start) {
      for await (const { name, size, mtimeMs } of bucket.list(prefix + start)) {
        yield { name: name.slice(prefix.length), stat: async () => ({ size, mtimeMs }) }
      }
    },
    // An interrupted request leaves nothing.
    async removeUnfinished() {},
    close: () => starts.clear(),
  }

  function sign(name: string): RemoteFile['signAddress'] {
    return async headers => {
      if (delivery === 'proxy') return undefined
      const key = JSON.stringify([name, headers])
      const known = addresses.get(key)
      if (known) return known
      const signing = bucket.signAddress(prefix + name, ADDRESS_SECONDS, headers)
      addresses.set(key, signing)
      return signing
    }
  }
}

function toFile(
  { size, etag, lastModified, bytes }: Start,
  readOn: RemoteFile['read'],
  signAddress: RemoteFile['signAddress'],
): RemoteFile {
  return {
    size,
    etag,
    lastModified,
    async read(start, end, signal) {
      return end < bytes.length ? once(bytes.subarray(start, end + 1)) : readOn(start, end, signal)
    },
    signAddress,
    release() {},
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
