import type { MediaFile } from '../../media/storage/media-storage.ts'
import { readBytes } from '../../media/storage/read-bytes.ts'
import { OperatorError } from '../../settings.ts'
import type { ChunkWriter } from '../repository/chunk-writer.ts'
import { RowChunks } from '../repository/row-chunks.ts'
import { type FileEntry, writeEntry } from './file-entry.ts'
import { findStoredFiles, type ServicePlace, type StoredFile, storageOf } from './stored-files.ts'

/** Small files share chunks; larger files are divided. */
const MAX_CHUNK_BYTES = 4 * 1024 * 1024

export interface PackedFiles {
  readonly count: number
  readonly bytes: number
  /** Of the entries, one per line. */
  readonly chunks: readonly string[]
}

interface PackOptions {
  readonly place: ServicePlace
  readonly writer: ChunkWriter
  /** Entries of the last snapshot by path: files with the same size and time are not read again. */
  readonly previous: ReadonlyMap<string, FileEntry>
  readonly signal?: AbortSignal
}

/** Stores keys and media. Files that disappear meanwhile are left out. */
export async function packFiles({ place, writer, previous, signal }: PackOptions): Promise<PackedFiles> {
  const packer = new Packer(writer)
  /** Written last, in the order of the files, when all chunks have names. */
  const packed: { readonly file: StoredFile; readonly parts: readonly OpenPart[] }[] = []
  for await (const file of findStoredFiles(place)) {
    signal?.throwIfAborted()
    const known = previous.get(file.path)
    const isSame = known && known.size === file.size && known.mtimeMs === file.mtimeMs
    if (isSame && known.parts.every(part => writer.reuse(part.chunk))) {
      packed.push({ file, parts: known.parts.map(part => ({ ...part, chunk: { name: part.chunk } })) })
      continue
    }
    const opened = await storageOf(file.path, place).open(file.path)
    if (!opened) {
      if (!(await storageOf(file.path, place).stat(file.path))) continue
      // It is there: leaving it out in silence would make the backup worthless.
      throw new OperatorError(`${file.path} cannot be read: check its permissions, then back up again.`)
    }
    const parts = await packer.add(opened).finally(() => opened.release())
    // It may have been replaced since its size was read.
    packed.push({ file: { ...file, size: parts.reduce((sum, part) => sum + part.length, 0) }, parts })
  }
  await packer.flush()
  const entries = new RowChunks(writer)
  for (const { file, parts } of packed) {
    await entries.add(
      writeEntry({ ...file, parts: parts.map(part => ({ ...part, chunk: part.chunk.name })) }),
    )
  }
  await entries.flush()
  return {
    count: packed.length,
    bytes: packed.reduce((sum, { file }) => sum + file.size, 0),
    chunks: entries.chunks,
  }
}

/** A part of a chunk that may still grow; its name is set when it is stored. */
interface OpenPart {
  readonly chunk: { name: string }
  readonly offset: number
  readonly length: number
}

class Packer {
  readonly #writer: ChunkWriter
  #pieces: Buffer[] = []
  #bytes = 0
  #chunk = { name: '' }

  constructor(writer: ChunkWriter) {
    this.#writer = writer
  }

  get isEmpty(): boolean {
    return this.#bytes === 0
  }

  async add(file: MediaFile): Promise<OpenPart[]> {
    const parts: OpenPart[] = []
    for (let at = 0; at < file.size; at += MAX_CHUNK_BYTES) {
      const piece = await readBytes(file, at, Math.min(MAX_CHUNK_BYTES, file.size - at))
      parts.push(...(await this.#addPiece(piece)))
    }
    return parts
  }

  async flush(): Promise<void> {
    if (this.isEmpty) return
    this.#chunk.name = await this.#writer.add(Buffer.concat(this.#pieces))
    this.#pieces = []
    this.#bytes = 0
    this.#chunk = { name: '' }
  }

  async #addPiece(piece: Buffer): Promise<OpenPart[]> {
    if (piece.length === 0) return []
    if (this.#bytes + piece.length > MAX_CHUNK_BYTES) await this.flush()
    const part = { chunk: this.#chunk, offset: this.#bytes, length: piece.length }
    this.#pieces.push(piece)
    this.#bytes += piece.length
    if (this.#bytes >= MAX_CHUNK_BYTES) await this.flush()
    return [part]
  }
}
