import { LRUCache } from 'lru-cache'
import type { Repository } from '../repository/repository.ts'
import { readRowChunks } from '../repository/row-chunks.ts'
import { type FileEntry, parseEntry } from './file-entry.ts'
import { type ServicePlace, storageOf } from './stored-files.ts'

const CACHED_CHUNKS = 16
const CONCURRENT_FILES = 8

/** Entries of a snapshot's files. */
export async function* readEntries(
  repository: Repository,
  chunks: readonly string[],
): AsyncGenerator<FileEntry[]> {
  for await (const lines of readRowChunks(repository, chunks)) yield lines.map(parseEntry)
}

/**
 * Writes a snapshot's keys to a data folder and its media to their storage. Files that an interrupted restore has written are skipped.
 * @param chunks of the entries
 * @throws OperatorError if a chunk is missing or damaged
 */
export async function restoreFiles(
  repository: Repository,
  chunks: readonly string[],
  place: ServicePlace,
): Promise<void> {
  const cache = new LRUCache<string, Promise<Buffer>>({ max: CACHED_CHUNKS })
  const readChunk = (hash: string) => {
    const found = cache.get(hash) ?? repository.readChunk(hash)
    cache.set(hash, found)
    return found
  }
  for await (const entries of readEntries(repository, chunks)) {
    for (let at = 0; at < entries.length; at += CONCURRENT_FILES) {
      await Promise.all(
        entries.slice(at, at + CONCURRENT_FILES).map(entry => restoreFile(entry, place, readChunk)),
      )
    }
  }
}

async function restoreFile(
  { path, size, mtimeMs, parts }: FileEntry,
  place: ServicePlace,
  readChunk: (hash: string) => Promise<Buffer>,
): Promise<void> {
  const target = storageOf(path, place)
  const present = await target.stat(path)
  if (present?.size === size && present.mtimeMs === mtimeMs) return
  const pieces: Buffer[] = []
  for (const { chunk, offset, length } of parts) {
    pieces.push((await readChunk(chunk)).subarray(offset, offset + length))
  }
  await target.write([{ name: path, bytes: Buffer.concat(pieces), mtimeMs }])
}
