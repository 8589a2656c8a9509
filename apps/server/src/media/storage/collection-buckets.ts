import type { Bucket, ListedObject } from '../../object-storage/bucket.ts'
import { ObjectStorageError } from '../../object-storage/bucket-error.ts'
import { openBucketPlace } from '../../object-storage/open-bucket-place.ts'
import type { ObjectStorageSettings } from '../../object-storage/settings.ts'
import { bucketStorage, type Delivery } from './bucket-storage.ts'
import type { MediaFile, MediaStorage } from './media-storage.ts'

const START = 's3://'
const OBJECT = /^s3:\/\/([^/]+)\/(.*)$/s
/** For a file that is read at once. */
const READ_SECONDS = 900

/** Whether a file or folder of the collection is in a bucket: `s3://bucket/key`. */
export const isBucketPath = (path: string) => path.startsWith(START)

interface Opened {
  readonly bucket: Bucket
  readonly storage: MediaStorage
}

/** Buckets with music. Files of the collection in them have paths such as `s3://bucket/key`. They are only read. */
export class CollectionBuckets {
  readonly #settings: ObjectStorageSettings
  readonly #delivery: Delivery
  readonly #opened = new Map<string, Promise<Opened>>()

  constructor(settings: ObjectStorageSettings, delivery: Delivery = 'proxy') {
    this.#settings = settings
    this.#delivery = delivery
  }

  /**
   * All objects in a folder and its subfolders.
   * @param folder path without a slash at the end
   * @throws ObjectStorageError if it cannot be listed
   */
  async *list(folder: string): AsyncGenerator<ListedObject & { readonly path: string }> {
    const { name, key, bucket } = await this.#open(`${folder}/`)
    for await (const object of bucket.list(key)) yield { ...object, path: `${START}${name}/${object.name}` }
  }

  /** @returns undefined if it does not exist */
  async open(path: string): Promise<MediaFile | undefined> {
    const { key, storage } = await this.#open(path)
    return storage.open(key)
  }

  /** @returns undefined if it does not exist */
  async read(path: string): Promise<Uint8Array | undefined> {
    const { key, bucket } = await this.#open(path)
    return bucket.read(key)
  }

  async has(path: string): Promise<boolean> {
    const { key, storage } = await this.#open(path)
    return (await storage.stat(key)) !== undefined
  }

  /** An address at which a worker without keys can read the file for some minutes. */
  async signAddress(path: string): Promise<string> {
    const { key, bucket } = await this.#open(path)
    return bucket.signAddress(key, READ_SECONDS, {})
  }

  async #open(path: string): Promise<Opened & { name: string; key: string }> {
    const [, name, key] = OBJECT.exec(path) ?? []
    if (name === undefined || key === undefined)
      throw new ObjectStorageError(`${path} is no file in a bucket.`)
    let opened = this.#opened.get(name)
    if (!opened) {
      opened = this.#openBucket(name)
      this.#opened.set(name, opened)
    }
    return { ...(await opened), name, key }
  }

  async #openBucket(name: string): Promise<Opened> {
    const bucket = await openBucketPlace({ bucket: name, prefix: '' }, this.#settings, 'music in a bucket')
    const options = { prefix: '', label: `${START}${name}`, delivery: this.#delivery }
    return { bucket, storage: bucketStorage(bucket, options) }
  }
}
