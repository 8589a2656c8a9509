import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/tables.ts'
import type { ResponseCache } from '../../http/responses/response-cache.ts'
import { readAudioFiles, type StoredAudioFile } from './audio-file-store.ts'

const MAX_ALBUMS = 200

/**
 * Finds the file of an album by its name. Players request many ranges of a file, so an album's files are
 * cached until the catalogue changes.
 */
export function createAudioFileFinder(db: Database, responseCache: ResponseCache) {
  const albums = new LRUCache<string, Promise<Map<string, StoredAudioFile>>>({ max: MAX_ALBUMS })
  let version = 0

  return async (albumId: string, url: string): Promise<StoredAudioFile | undefined> => {
    if (!responseCache.isFresh) await responseCache.refresh()
    if (version !== responseCache.version) albums.clear()
    version = responseCache.version
    let album = albums.get(albumId)
    if (!album) {
      album = read(db, albumId)
      albums.set(albumId, album)
    }
    try {
      return (await album).get(url)
    } catch (error) {
      if (albums.peek(albumId) === album) albums.delete(albumId)
      throw error
    }
  }
}

/** If the same audio exists twice, the first path counts. */
async function read(db: Database, albumId: string): Promise<Map<string, StoredAudioFile>> {
  const files = await readAudioFiles(db, albumId)
  const falling = files.toSorted((a, b) => (a.path < b.path ? 1 : -1))
  return new Map(falling.map(file => [file.url, file]))
}
