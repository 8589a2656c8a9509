import { read } from 'node:fs'
import { promisify } from 'node:util'
import { toArray } from '../../object-storage/to-array.ts'
import type { MediaFile } from './media-storage.ts'

const readFrom = promisify(read)

/** Up to `length` bytes from `offset`; fewer at the end of the file. */
export async function readBytes(file: MediaFile, offset: number, length: number): Promise<Buffer> {
  if ('fd' in file) {
    const { bytesRead, buffer } = await readFrom(file.fd, Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
  const end = Math.min(offset + length, file.size) - 1
  if (end < offset) return Buffer.alloc(0)
  return Buffer.concat(await toArray(await file.read(offset, end)))
}
