import { setTimeout as wait } from 'node:timers/promises'
import { BucketRefusedError } from '../../object-storage/bucket-error.ts'
import { openBucketPlace } from '../../object-storage/open-bucket-place.ts'
import { parseBucketPlace } from '../../object-storage/parse-bucket-place.ts'
import { OperatorError } from '../../settings.ts'
import type { StorageSettings } from './open-media-storage.ts'

/** Longer, and the start waits no more. */
const WITHIN_MS = 3_000

/**
 * Checks at the start of the service that the bucket of STORAGE accepts its keys. One that is away is no wrong setting: the
 * service recovers when it returns.
 * @throws OperatorError if there is no such bucket, or it refuses the keys
 */
export async function checkStorage({
  storage,
  objectStorage,
}: Pick<StorageSettings, 'storage' | 'objectStorage'>): Promise<void> {
  const place = parseBucketPlace(storage)
  if (!place) return
  const bucket = await openBucketPlace(place, objectStorage, 'media in a bucket')
  const listing = bucket
    .list(place.prefix)
    .next()
    .catch((error: unknown) => {
      if (error instanceof BucketRefusedError)
        throw new OperatorError(`STORAGE cannot be used. ${error.message}`)
    })
  // It may be refused after the start, which the log says then.
  listing.catch(() => {})
  await Promise.race([listing, wait(WITHIN_MS, undefined, { ref: false })])
}
