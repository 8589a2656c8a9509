import type { OpenFiles } from '../files/open-files.ts'
import { type CollectionBuckets, isBucketPath } from './collection-buckets.ts'
import type { MediaFile } from './media-storage.ts'

/** Opens audio files of the collection. */
export interface CollectionFiles {
  /** @returns undefined if there is no such file, or if it lies outside of `root` */
  open(path: string, root: string): Promise<MediaFile | undefined>
}

/** Files of this machine and of buckets. */
export function openCollection(files: OpenFiles, buckets: CollectionBuckets): CollectionFiles {
  return {
    open(path, root) {
      if (!isBucketPath(path)) return files.open(path, root)
      return path.startsWith(`${root}/`) ? buckets.open(path) : Promise.resolve(undefined)
    },
  }
}
