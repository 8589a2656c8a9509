import { PICTURES, UPLOADS } from '../../media/pictures/picture-path.ts'
import { folderStorage } from '../../media/storage/folder-storage.ts'
import type { MediaStorage } from '../../media/storage/media-storage.ts'
import type { DatabasePlace } from '../dump/open-snapshot.ts'

/** Keys in the data folder, of earlier versions; see adopt-secret-files.ts. */
export const KEY_FILES = ['mail-key', 'push-keys.json'] as const
/** Folders of media storage. Streams and the sample catalogue are made again when they are needed. */
export const MEDIA_FOLDERS = [PICTURES, UPLOADS] as const

/** What a backup takes, beside the database. */
export const STORED_NAMES = [...KEY_FILES, ...MEDIA_FOLDERS] as const

/** A database with the media that its rows name. */
export interface ServicePlace extends DatabasePlace {
  readonly storage: MediaStorage
}

export interface StoredFile {
  /** Relative to the data folder or the name in media storage, with `/`. */
  readonly path: string
  readonly size: number
  /** Whole milliseconds. */
  readonly mtimeMs: number
}

/** The files to back up, in a fixed order. Files that disappear meanwhile are left out. */
export async function* findStoredFiles({
  dataDir,
  storage,
}: Pick<ServicePlace, 'dataDir' | 'storage'>): AsyncGenerator<StoredFile> {
  const keys = folderStorage(dataDir)
  for (const path of KEY_FILES) {
    const found = await keys.stat(path)
    if (found) yield { path, ...found }
  }
  for (const folder of MEDIA_FOLDERS) {
    for await (const object of storage.list(`${folder}/`)) {
      const found = await object.stat()
      if (found) yield { path: object.name, ...found }
    }
  }
}

/** The keys are files of the data folder in any case. */
export function storageOf(
  path: string,
  { dataDir, storage }: Pick<ServicePlace, 'dataDir' | 'storage'>,
): MediaStorage {
  return KEY_FILES.some(name => name === path) ? folderStorage(dataDir) : storage
}
