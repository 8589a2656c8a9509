import type { StreamedBytes } from '../../object-storage/streamed-bytes.ts'
import type { OpenFile } from '../files/open-files.ts'

export interface NewObject {
  readonly name: string
  readonly bytes: Uint8Array | StreamedBytes
  /** When the content was first stored, epoch milliseconds; by default now. Storage that dates objects itself ignores it. */
  readonly mtimeMs?: number
}

export interface ObjectStats {
  readonly size: number
  /** Epoch milliseconds, whole. */
  readonly mtimeMs: number
}

export interface StoredObject {
  readonly name: string
  /** @returns undefined if it is gone */
  stat(): Promise<ObjectStats | undefined>
}

/** An object outside this machine, open for reading. */
export interface RemoteFile {
  readonly size: number
  readonly etag: string
  /** In HTTP date format. */
  readonly lastModified: string
  /**
   * Resolves once the storage answers, so that a failure can still be told to the client.
   * @param end last byte, inclusive
   * @param signal cancels it
   * @throws ObjectStorageError if the storage cannot be reached
   */
  read(start: number, end: number, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>>
  /**
   * Where a client can read it for a few minutes.
   * @param headers of the storage's responses
   * @returns undefined if the service delivers it itself
   */
  signAddress(headers: Readonly<Record<string, string>>): Promise<string | undefined>
  release(): void
}

/** A file of this machine or an object; `release` must be called once, after the last read. */
export type MediaFile = OpenFile | RemoteFile

/**
 * Where pictures, uploads and shared streams are stored, by names such as `pictures/k3/k3f….webp`. What a name stands for never
 * changes: it is written once, maybe again with the same content, and removed.
 */
export interface MediaStorage {
  /** For the operator. */
  readonly label: string
  /** Several services may share it; the data folder holds copies at most. */
  readonly isRemote: boolean
  /** Opens an object to send it, or parts of it. @returns undefined if there is none */
  open(name: string): Promise<MediaFile | undefined>
  /** @returns undefined if there is none */
  stat(name: string): Promise<ObjectStats | undefined>
  /** @returns undefined if there is none */
  read(name: string): Promise<Buffer | undefined>
  /** Resolves once all are stored so that they survive a power cut. Each is stored completely or not at all. */
  write(objects: readonly NewObject[]): Promise<void>
  remove(name: string): Promise<void>
  /** All objects whose names start with `prefix`, in the order of their folders and names. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** Removes what interrupted writes below a folder left, if it is older than `before` (epoch milliseconds). */
  removeUnfinished(folder: string, before: number): Promise<void>
  close(): void
}
