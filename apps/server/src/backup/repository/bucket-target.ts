import type { Bucket } from '../../object-storage/bucket.ts'
import { toArray } from '../../object-storage/to-array.ts'
import type { BackupTarget } from './target.ts'

/**
 * Stores backups in a bucket.
 * @param prefix of all names, '' or with a slash at the end
 */
export function bucketTarget(bucket: Bucket, prefix: string, label: string): BackupTarget {
  return {
    label,
    async list(start) {
      const found = await toArray(bucket.list(prefix + start))
      return found.map(({ name }) => name.slice(prefix.length))
    },
    async findOther() {
      for await (const { name } of bucket.list(prefix)) return name
      return undefined
    },
    read: name => bucket.read(prefix + name),
    write: (name, bytes) => bucket.write(prefix + name, bytes),
    remove: name => bucket.remove(prefix + name),
    // Each object is sent in one request.
    async removeUnfinished() {},
  }
}
