import { resolve } from 'node:path'
import { openBucketPlace } from '../object-storage/open-bucket-place.ts'
import { parseBucketPlace } from '../object-storage/parse-bucket-place.ts'
import { OperatorError, type Settings } from '../settings.ts'
import { bucketTarget } from './repository/bucket-target.ts'
import { folderTarget } from './repository/folder-target.ts'
import type { BackupTarget } from './repository/target.ts'

/**
 * Opens the place of backups.
 * @param place a folder, or `s3://bucket/prefix`
 * @throws OperatorError if none is named, or the settings of the bucket are missing
 */
export async function openTarget(place: string, settings: Settings): Promise<BackupTarget> {
  if (place === '') {
    throw new OperatorError('Which place? Name a folder or s3://bucket/prefix, or set BACKUP_TARGET.')
  }
  if (!place.startsWith('s3:')) return folderTarget(resolve(place))
  const found = parseBucketPlace(place)
  if (!found) throw new OperatorError(`${place} is no place for backups: s3://bucket/prefix.`)
  const bucket = await openBucketPlace(found, settings.objectStorage, 'backups in a bucket')
  return bucketTarget(bucket, found.prefix, place)
}
