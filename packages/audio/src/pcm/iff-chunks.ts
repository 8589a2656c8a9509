import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'

const MAX_CHUNKS = 4096

export interface Chunk {
  readonly offset: number
  /** As declared; the file may end before. */
  readonly length: number
}

/**
 * The first chunk of each name. Chunks are padded to even sizes; in an RF64 file the size of `data` is in `ds64`.
 * @param base offset of the file's own signature
 */
export function readChunks(bytes: FileBytes, base: number, order: 'little' | 'big'): Map<string, Chunk> {
  const chunks = new Map<string, Chunk>()
  let offset = base + 12
  for (let seen = 0; seen < MAX_CHUNKS && offset + 8 <= bytes.size; seen++) {
    const name = latin1At(bytes, offset, 4)
    let length = bytes.exactly(offset + 4, 4).getUint32(0, order === 'little')
    const long = chunks.get('ds64')
    if (name === 'data' && length === 0xffffffff && long && long.length >= 16) {
      length = Number(bytes.exactly(long.offset + 8, 8).getBigUint64(0, true))
    }
    if (!chunks.has(name)) chunks.set(name, { offset: offset + 8, length })
    offset += 8 + length + (length % 2)
  }
  return chunks
}
