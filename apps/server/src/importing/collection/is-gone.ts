import { lstat } from 'node:fs/promises'
import { isBucketPath } from '../../media/storage/collection-buckets.ts'

/** Whether a file of a bucket exists. @throws Error if the bucket cannot be asked */
export type IsInBucket = (path: string) => Promise<boolean>

/** Whether a file of the collection does not exist any more. One that cannot be looked for may exist. */
export async function isGone(path: string, isInBucket: IsInBucket): Promise<boolean> {
  if (isBucketPath(path))
    return isInBucket(path).then(
      isThere => !isThere,
      () => false,
    )
  return lstat(path).then(
    () => false,
    (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || error.code === 'ENOTDIR',
  )
}
