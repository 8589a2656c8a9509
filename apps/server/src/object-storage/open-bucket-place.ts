import type { Bucket } from './bucket.ts'
import { ObjectStorageError } from './bucket-error.ts'
import type { BucketPlace } from './parse-bucket-place.ts'
import type { ObjectStorageSettings } from './settings.ts'

/**
 * Opens a bucket.
 * @param what needs it, for the message: "backups in a bucket"
 * @throws ObjectStorageError if its keys are not set
 */
export async function openBucketPlace(
  { bucket }: BucketPlace,
  settings: ObjectStorageSettings,
  what: string,
): Promise<Bucket> {
  if (settings.accessKeyId === '' || settings.secretAccessKey === '')
    throw new ObjectStorageError(`Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for ${what}.`)
  // Loads the client only if it is used.
  const { openBucket } = await import('./bucket.ts')
  return openBucket(bucket, settings)
}
