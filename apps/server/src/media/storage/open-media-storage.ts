import { openBucketPlace } from '../../object-storage/open-bucket-place.ts'
import { type BucketPlace, parseBucketPlace } from '../../object-storage/parse-bucket-place.ts'
import type { Settings } from '../../settings.ts'
import type { OpenFiles } from '../files/open-files.ts'
import { folderStorage } from './folder-storage.ts'
import type { MediaStorage } from './media-storage.ts'

export type StorageSettings = Pick<Settings, 'dataDir' | 'storage' | 'storageDelivery' | 'objectStorage'>

/**
 * Opens where the settings say that media are stored: the data folder, or a bucket.
 * @param files shared open files of this machine
 * @throws OperatorError if the settings of the bucket are missing
 */
export async function openMediaStorage(settings: StorageSettings, files?: OpenFiles): Promise<MediaStorage> {
  const { dataDir, storage, storageDelivery: delivery, objectStorage } = settings
  if (storage === '') return folderStorage(dataDir, files)
  const place = parseBucketPlace(storage) as BucketPlace
  const bucket = await openBucketPlace(place, objectStorage, 'media in a bucket')
  // Loads the client only if it is used.
  const { bucketStorage } = await import('./bucket-storage.ts')
  return bucketStorage(bucket, { prefix: place.prefix, label: storage, delivery })
}
