import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { LRUCache } from 'lru-cache'
import { UnreachableError, UnreadableError } from '../audio-info.ts'

/** Headers, tags and samples of the audio are small and far apart. */
const BLOCK = 16 * 1024
const MAX_CACHED_BLOCKS = 8

/** Random access to one open file. Never reads beyond its end, whatever a header claims. */
export interface FileBytes {
  readonly size: number
  /** Up to `length` bytes from `offset`; fewer, or none, at the end of the file. */
  read(offset: number, length: number): Uint8Array
  /**
   * Exactly `length` bytes.
   * @throws UnreadableError if the file ends before
   */
  exactly(offset: number, length: number): DataView
  /**
   * Fills `target` up to the end of the file.
   * @returns the number of bytes
   */
  readInto(target: Uint8Array, offset: number): number
}

/** A file in memory. */
export function memoryBytes(whole: Uint8Array): FileBytes {
  const read = (offset: number, length: number) => whole.subarray(offset, offset + length)
  return clipped(whole.length, read, (target, offset) => target.set(read(offset, target.length)))
}

/**
 * A file of which parts are known.
 * @param read the bytes of a range inside the file; may throw
 */
export function sparseBytes(size: number, read: (offset: number, length: number) => Uint8Array): FileBytes {
  return clipped(size, read, (target, offset) => target.set(read(offset, target.length)))
}

/** The file with other bytes up to `end`. */
export function replaceStart(bytes: FileBytes, end: number, start: Uint8Array): FileBytes {
  const shift = end - start.length
  return sparseBytes(bytes.size - shift, (offset, length) => {
    if (offset >= start.length) return bytes.read(offset + shift, length)
    const head = start.subarray(offset, offset + length)
    if (head.length === length) return head
    return Buffer.concat([head, bytes.read(end, length - head.length)])
  })
}

/** The same file, truncated at `size`. */
export function firstBytes(bytes: FileBytes, size: number): FileBytes {
  const read = (offset: number, length: number) => bytes.read(offset, length)
  return clipped(Math.min(size, bytes.size), read, (target, offset) => bytes.readInto(target, offset))
}

/**
 * Opens a file for `work` and closes it. Refuses symbolic links, also in parent folders, so that nothing
 * outside the collection can be read.
 * @throws UnreadableError if it cannot be opened or is not a regular file
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

/**
 * Opens a file of our choice, such as one that was imported. Disposing of it closes it, which may happen again.
 * @throws Error if it cannot be opened
 */
export function openFileBytes(path: string): FileBytes & Disposable {
  const file = openSync(path, constants.O_RDONLY)
  let isOpen = true
  return {
    ...bytesOf(file, fstatSync(file).size),
    [Symbol.dispose]() {
      if (isOpen) closeSync(file)
      isOpen = false
    },
  }
}

function openPlainFile(path: string): number {
  try {
    if (realpathSync.native(path) !== path) throw new UnreachableError('links are not followed')
    // Without O_NONBLOCK, opening a pipe would block for ever.
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
  const blocks = new LRUCache<number, Uint8Array>({ max: MAX_CACHED_BLOCKS })
  function block(index: number): Uint8Array {
    const cached = blocks.get(index)
    if (cached) return cached
    const read = readAt(file, index * BLOCK, Math.min(BLOCK, size - index * BLOCK))
    blocks.set(index, read)
    return read
  }
  const inOneBlock = (offset: number, length: number) =>
    Math.floor(offset / BLOCK) === Math.floor((offset + length - 1) / BLOCK)
  const fromBlock = (offset: number, length: number) => {
    const at = offset % BLOCK
    return block((offset - at) / BLOCK).subarray(at, at + length)
  }
  return clipped(
    size,
    (offset, length) =>
      inOneBlock(offset, length) ? fromBlock(offset, length) : readAt(file, offset, length),
    (target, offset) => {
      if (inOneBlock(offset, target.length)) target.set(fromBlock(offset, target.length))
      else fill(file, target, offset)
    },
  )
}

/** Limits every request to the file. */
function clipped(
  size: number,
  read: (offset: number, length: number) => Uint8Array,
  fillFrom: (target: Uint8Array, offset: number) => void,
): FileBytes {
  const clip = (offset: number, length: number) => {
    const from = Math.min(Math.max(0, offset), size)
    return { from, count: Math.min(Math.max(0, length), size - from) }
  }
  const clippedRead = (offset: number, length: number) => {
    const { from, count } = clip(offset, length)
    return count > 0 ? read(from, count) : new Uint8Array(0)
  }
  return {
    size,
    read: clippedRead,
    exactly(offset, length) {
      const found = clippedRead(offset, length)
      if (offset < 0 || found.length !== length) throw new UnreadableError('it ends too early')
      return new DataView(found.buffer, found.byteOffset, found.byteLength)
    },
    readInto(target, offset) {
      const { from, count } = clip(offset, target.length)
      if (count > 0) fillFrom(target.subarray(0, count), from)
      return count
    },
  }
}

function readAt(file: number, offset: number, length: number): Uint8Array {
  const target = Buffer.allocUnsafeSlow(length)
  return target.subarray(0, fill(file, target, offset))
}

/** Fewer bytes if the file shrinks while it is read. */
function fill(file: number, target: Uint8Array, offset: number): number {
  let filled = 0
  try {
    while (filled < target.length) {
      const count = readSync(file, target, filled, target.length - filled, offset + filled)
      if (count === 0) break
      filled += count
    }
  } catch (error) {
    throw new UnreachableError(`it cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  return filled
}
