import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'

const MAX_CHUNKS = 4096

export interface Chunk {
  readonly offset: number
  /** As declared; the file may end before. */
  readonly length: number
}

/**
 * The chunks of a file, in order. They are padded to even sizes; in an RF64 file the size of `data` is in `ds64`.
 * @param base offset of the file's own signature
 */
export function* walkChunks(
  bytes: FileBytes,
  base: number,
  order: 'little' | 'big',
): Generator<Chunk & { readonly name: string }> {
  let offset = base + 12
  let long: number | undefined
  for (let seen = 0; seen < MAX_CHUNKS && offset + 8 <= bytes.size; seen++) {
    const name = latin1At(bytes, offset, 4)
    let length = bytes.exactly(offset + 4, 4).getUint32(0, order === 'little')
    if (name === 'ds64' && length >= 16) long = offset + 8
    if (name === 'data' && length === 0xffffffff && long !== undefined) {
      length = Number(bytes.exactly(long + 8, 8).getBigUint64(0, true))
    }
    yield { name, offset: offset + 8, length }
    offset += 8 + length + (length % 2)
  }
}

/** The first chunk of each name. */
export function readChunks(bytes: FileBytes, base: number, order: 'little' | 'big'): Map<string, Chunk> {
  const chunks = new Map<string, Chunk>()
  for (const { name, ...chunk } of walkChunks(bytes, base, order)) {
    if (!chunks.has(name)) chunks.set(name, chunk)
  }
  return chunks
}
