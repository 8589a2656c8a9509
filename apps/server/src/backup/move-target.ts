import type { MediaStorage } from '../media/storage/media-storage.ts'
import { openMediaStorage } from '../media/storage/open-media-storage.ts'
import { parseBucketPlace } from '../object-storage/parse-bucket-place.ts'
import { OperatorError, readSettings, type Settings } from '../settings.ts'

/** Whether a move is of media instead of the database: to a bucket, or to the data folder. */
export const isMediaTarget = (given: string | undefined): given is string =>
  given === 'folder' || given?.startsWith('s3:') === true

/**
 * Where a move of media goes.
 * @param given `folder` for the data folder, or `s3://bucket/prefix`
 * @throws OperatorError if it is neither
 */
export function openMoveStorage(given: string, settings: Settings): Promise<MediaStorage> {
  const storage = given === 'folder' ? '' : given
  if (storage !== '' && !parseBucketPlace(storage))
    throw new OperatorError(`${given} is no place to move to: s3://bucket/prefix.`)
  if (storage === settings.storage)
    throw new OperatorError('That is the storage in use: STORAGE names where to move from.')
  return openMediaStorage({ ...settings, storage })
}

/**
 * Where a move goes: a PostgreSQL address, or '' for the embedded database.
 * @param given as the operator wrote it
 * @throws OperatorError if it is neither
 */
export function readMoveTarget(given: string | undefined): string {
  if (given === 'embedded') return ''
  if (!given || !/^postgres(ql)?:/.test(given)) {
    throw new OperatorError(
      'Name where to move to: npm run move -- postgres://…, embedded, s3://bucket/prefix or folder.',
    )
  }
  try {
    return readSettings({ DATABASE_URL: given }).databaseUrl
  } catch {
    // The message must not repeat the password.
    throw new OperatorError('The address to move to is not valid: postgres://user:password@host/database.')
  }
}
