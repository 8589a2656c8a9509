import fs from 'node:fs'
import { promisify } from 'node:util'
import { DatabaseBusyError } from '../retry.ts'

/** https://sqlite.org/fileformat2.html#the_write_ahead_log */
const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** What the checksums cover of a header of the log, and of a frame beside its page. */
const SUMMED_HEADER_BYTES = 24
const SUMMED_FRAME_BYTES = 8
const CHUNK_BYTES = 1024 * 1024
const MIN_PAGE_BYTES = 512
const MAX_PAGE_BYTES = 65_536

const read = promisify(fs.read)
const write = promisify(fs.write)

/**
 * Reads the frames of a write-ahead log and writes them again: after a failed flush, Linux counts pages as written that
 * never reached the disk. Checksums tell whether the memory still holds what was written.
 * @param expected how many frames the log holds at least
 * @throws DatabaseBusyError if it holds fewer whole ones
 */
export async function rewriteFrames(descriptor: number, expected: number): Promise<void> {
  const header = Buffer.alloc(HEADER_BYTES)
  await readFully(descriptor, header, 0)
  const pageBytes = header.readUInt32BE(8)
  if (pageBytes < MIN_PAGE_BYTES || pageBytes > MAX_PAGE_BYTES) throw new LostFramesError()
  const sum = new Checksum((header.readUInt32BE(0) & 1) === 1)
  sum.add(header, 0, SUMMED_HEADER_BYTES)
  if (!sum.equals(header, SUMMED_HEADER_BYTES)) throw new LostFramesError()
  await writeFully(descriptor, header, 0)

  const frameBytes = FRAME_HEADER_BYTES + pageBytes
  const chunk = Buffer.alloc(frameBytes * Math.ceil(CHUNK_BYTES / frameBytes))
  let position = HEADER_BYTES
  for (let frames = 0, isWhole = true; isWhole; ) {
    const { bytesRead } = await read(descriptor, chunk, 0, chunk.length, position)
    let end = 0
    // What follows the last frame was left by an earlier use of the file: its salts differ.
    while (end + frameBytes <= bytesRead && isNext(chunk, end, frameBytes, header, sum)) end += frameBytes
    await writeFully(descriptor, chunk.subarray(0, end), position)
    position += end
    frames += end / frameBytes
    isWhole = end === chunk.length
    if (!isWhole && frames < expected) throw new LostFramesError()
  }
}

class LostFramesError extends DatabaseBusyError {
  override name = 'LostFramesError'

  constructor() {
    super('The write-ahead log has changed since its flush failed.')
  }
}

/** Whether a frame belongs to the log with this header and follows what was summed so far. */
function isNext(chunk: Buffer, at: number, frameBytes: number, header: Buffer, sum: Checksum): boolean {
  if (chunk.compare(header, 16, 24, at + 8, at + 16) !== 0) return false
  sum.add(chunk, at, at + SUMMED_FRAME_BYTES)
  sum.add(chunk, at + FRAME_HEADER_BYTES, at + frameBytes)
  return sum.equals(chunk, at + 16)
}

/** The running checksum of a log. */
class Checksum {
  readonly #isBigEndian: boolean
  #first = 0
  #second = 0

  constructor(isBigEndian: boolean) {
    this.#isBigEndian = isBigEndian
  }

  /** @param end a multiple of 8 bytes after `start` */
  add(bytes: Buffer, start: number, end: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    const isLittleEndian = !this.#isBigEndian
    let [first, second] = [this.#first, this.#second]
    for (let at = start; at < end; at += 8) {
      first = (first + view.getUint32(at, isLittleEndian) + second) | 0
      second = (second + view.getUint32(at + 4, isLittleEndian) + first) | 0
    }
    this.#first = first
    this.#second = second
  }

  equals(bytes: Buffer, at: number): boolean {
    return bytes.readInt32BE(at) === this.#first && bytes.readInt32BE(at + 4) === this.#second
  }
}

async function readFully(descriptor: number, bytes: Buffer, position: number): Promise<void> {
  const { bytesRead } = await read(descriptor, bytes, 0, bytes.length, position)
  if (bytesRead < bytes.length) throw new LostFramesError()
}

async function writeFully(descriptor: number, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await write(descriptor, bytes, done, bytes.length - done, position + done)
    done += bytesWritten
  }
}
