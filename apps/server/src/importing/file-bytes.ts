import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { UnreachableError, UnreadableError } from './sound.ts'

const BLOCK = 32 * 1024
const KEPT_BLOCKS = 8

/** The bytes of one open file, by position. Nothing beyond its end is ever given, however a header lies. */
export interface FileBytes {
  readonly size: number
  /** Up to `length` bytes from `offset`; fewer, or none, at the end of the file. */
  read(offset: number, length: number): Uint8Array
  /** Exactly `length` bytes. @throws UnreadableError where the file ends before. */
  exactly(offset: number, length: number): DataView
}

/** The bytes in memory as a file. */
export function bytesInMemory(whole: Uint8Array): FileBytes {
  return withExactly(whole.length, (offset, length) => whole.subarray(offset, offset + length))
}

/** The same bytes as if the file ended at `size`. */
export function firstBytes(bytes: FileBytes, size: number): FileBytes {
  return withExactly(Math.min(size, bytes.size), (offset, length) => bytes.read(offset, length))
}

/**
 * Opens a file, hands its bytes to `work` and closes it. Links are refused, also in the folders above
 * it, so that nothing outside the collection can be read.
 * @throws UnreadableError when it cannot be opened or is no regular file.
 */
export async function withFile<T>(path: string, work: (bytes: FileBytes) => Promise<T>): Promise<T> {
  const file = openPlainFile(path)
  try {
    const stat = fstatSync(file)
    if (!stat.isFile()) throw new UnreachableError('it is not a regular file')
    return await work(bytesOf(file, stat.size))
  } finally {
    closeSync(file)
  }
}

function openPlainFile(path: string): number {
  try {
    if (realpathSync(path) !== path) throw new UnreachableError('links are not followed')
    // Without O_NONBLOCK, opening a pipe that has taken the file's place would wait for ever.
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (error instanceof UnreadableError) throw error
    throw new UnreachableError(whyClosed((error as NodeJS.ErrnoException).code))
  }
}

function whyClosed(code: string | undefined): string {
  if (code === 'EACCES' || code === 'EPERM') return 'permission to read it is missing'
  if (code === 'ENOENT') return 'it is gone'
  if (code === 'ELOOP') return 'links are not followed'
  return `it cannot be opened (${code ?? 'unknown'})`
}

function bytesOf(file: number, size: number): FileBytes {
  const blocks = new Map<number, Uint8Array>()
  function block(index: number): Uint8Array {
    const kept = blocks.get(index)
    if (kept) return kept
    const read = readAt(file, index * BLOCK, Math.min(BLOCK, size - index * BLOCK))
    if (blocks.size >= KEPT_BLOCKS) blocks.delete(blocks.keys().next().value as number)
    blocks.set(index, read)
    return read
  }
  return withExactly(size, (offset, length) => {
    const first = Math.floor(offset / BLOCK)
    if (Math.floor((offset + length - 1) / BLOCK) !== first) return readAt(file, offset, length)
    return block(first).subarray(offset - first * BLOCK, offset - first * BLOCK + length)
  })
}

function withExactly(size: number, read: (offset: number, length: number) => Uint8Array): FileBytes {
  const clipped = (offset: number, length: number) => {
    const from = Math.min(Math.max(0, offset), size)
    const count = Math.min(Math.max(0, length), size - from)
    return count > 0 ? read(from, count) : new Uint8Array(0)
  }
  return {
    size,
    read: clipped,
    exactly(offset, length) {
      const found = clipped(offset, length)
      if (offset < 0 || found.length !== length) throw new UnreadableError('it ends too early')
      return new DataView(found.buffer, found.byteOffset, found.byteLength)
    },
  }
}

function readAt(file: number, offset: number, length: number): Uint8Array {
  const target = Buffer.allocUnsafeSlow(length)
  let filled = 0
  while (filled < length) {
    const count = readChunk(file, target, filled, offset + filled)
    if (count === 0) break
    filled += count
  }
  return target.subarray(0, filled)
}

function readChunk(file: number, target: Buffer, filled: number, position: number): number {
  try {
    return readSync(file, target, filled, target.length - filled, position)
  } catch (error) {
    throw new UnreachableError(`it cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}
