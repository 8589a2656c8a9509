import { mkdir, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { writeAtomically } from '../../media/files/write-atomically.ts'
import type { Repository } from '../repository/repository.ts'
import { readRowChunks } from '../repository/row-chunks.ts'
import { type FileEntry, parseEntry } from './file-entry.ts'

const CACHED_CHUNKS = 16
const CONCURRENT_FILES = 8
/** The data folder belongs to the service alone. */
const OWNER_ONLY = 0o700

/** Entries of a snapshot's files. */
export async function* readEntries(
  repository: Repository,
  chunks: readonly string[],
): AsyncGenerator<FileEntry[]> {
  for await (const lines of readRowChunks(repository, chunks)) yield lines.map(parseEntry)
}

/**
 * Writes a snapshot's files to a data folder. Files that an interrupted restore has written are skipped.
 * @param chunks of the entries
 * @throws OperatorError if a chunk is missing or damaged
 */
export async function restoreFiles(
  repository: Repository,
  chunks: readonly string[],
  dataDir: string,
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
        entries.slice(at, at + CONCURRENT_FILES).map(entry => restoreFile(entry, dataDir, readChunk)),
      )
    }
  }
}

async function restoreFile(
  { path, size, mtimeMs, parts }: FileEntry,
  dataDir: string,
  readChunk: (hash: string) => Promise<Buffer>,
): Promise<void> {
  const target = join(dataDir, path)
  const present = await stat(target).catch(() => undefined)
  if (present?.size === size && Math.floor(present.mtimeMs) === mtimeMs) return
  const pieces: Buffer[] = []
  for (const { chunk, offset, length } of parts) {
    pieces.push((await readChunk(chunk)).subarray(offset, offset + length))
  }
  await mkdir(dirname(target), { recursive: true, mode: OWNER_ONLY })
  await writeAtomically(target, Buffer.concat(pieces), { durable: true })
  await utimes(target, new Date(mtimeMs), new Date(mtimeMs))
}
