import { resolve } from 'node:path'
import { OperatorError, type Settings } from '../settings.ts'
import { folderTarget } from './repository/folder-target.ts'
import type { BackupTarget } from './repository/target.ts'

const BUCKET = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([\w./-]*))?$/

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
  const [, bucket, path = ''] = BUCKET.exec(place) ?? []
  if (bucket === undefined) throw new OperatorError(`${place} is no place for backups: s3://bucket/prefix.`)
  const { objectStorage } = settings
  if (objectStorage.accessKeyId === '' || objectStorage.secretAccessKey === '') {
    throw new OperatorError('Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY for backups in a bucket.')
  }
  // Loads the client only if it is used.
  const { openBucket } = await import('../object-storage/bucket.ts')
  const { bucketTarget } = await import('./repository/bucket-target.ts')
  const prefix = path.replace(/\/+$/, '')
  return bucketTarget(openBucket(bucket, objectStorage), prefix && `${prefix}/`, place)
}
