import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'

const MAX_BOXES = 20_000

export interface Box {
  readonly type: string
  /** Offset of its content. */
  readonly start: number
  /** Offset after it, never beyond its parent. */
  readonly end: number
  /** True if it claims to be longer than its parent. */
  readonly cut: boolean
}

/** The boxes between two positions. */
export function readBoxes(bytes: FileBytes, start: number, end: number): Box[] {
  const boxes: Box[] = []
  let at = start
  while (at + 8 <= end && boxes.length < MAX_BOXES) {
    const head = bytes.exactly(at, 8)
    let length = head.getUint32(0)
    let inset = 8
    if (length === 1 && at + 16 <= end) {
      length = Number(bytes.exactly(at + 8, 8).getBigUint64(0))
      inset = 16
    }
    if (length === 0) length = end - at
    if (length < inset) break
    const type = latin1At(bytes, at + 4, 4)
    boxes.push({ type, start: at + inset, end: Math.min(end, at + length), cut: at + length > end })
    at += length
  }
  return boxes
}

/** The first box of a path of types below `holder`. */
export function findBox(bytes: FileBytes, holder: Box, ...path: readonly string[]): Box | undefined {
  let found: Box | undefined = holder
  for (const type of path) {
    if (!found) return undefined
    found = readBoxes(bytes, found.start, found.end).find(box => box.type === type)
  }
  return found
}

/** A track's boxes, for their readers. */
export interface Mp4Track {
  readonly trak: Box
  readonly table: Box
  /** Timescale of the track: ticks per second. */
  readonly timescale: number
}
