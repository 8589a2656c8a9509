import type { FileBytes } from './file-bytes.ts'

/** Bytes read at a time. */
const WINDOW_BYTES = 256 * 1024

/** How many bytes stand before the next sync byte of a frame; without one, all but the last, as a view must not be empty. */
export function distanceToSync(bytes: Uint8Array): number {
  const distance = bytes.indexOf(0xff)
  return distance < 0 ? Math.max(0, bytes.length - 1) : distance
}

/**
 * Reads a file forwards in large parts.
 * @param end where to stop
 * @returns a function for all bytes in memory from an offset on: at least `length`, unless the end comes before
 */
export function openWindow(bytes: FileBytes, end: number): (offset: number, length: number) => Uint8Array {
  let window: Uint8Array = new Uint8Array(0)
  let from = 0
  return (offset, length) => {
    const wanted = Math.min(length, end - offset)
    if (offset < from || offset + wanted > from + window.length) {
      window = bytes.read(offset, Math.min(Math.max(length, WINDOW_BYTES), end - offset))
      from = offset
    }
    return window.subarray(offset - from)
  }
}
