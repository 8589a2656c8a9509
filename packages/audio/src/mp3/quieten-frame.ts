import { parseMp3FrameHeader } from './mp3-frame-header.ts'

const HEADER = 4
const CHECKSUM = 2
/** Samples of a frame of MPEG 1, whose side information begins with nine bits instead of eight. */
const LONG = 1_152

/** A frame that decodes to silence, and leaves its bits to those behind it. */
interface QuietFrame {
  readonly data: Uint8Array
  /** Bytes that later frames may borrow. */
  readonly left: number
}

/**
 * Makes a frame silent that borrows bits from frames which are not decoded: what a decoder makes of it otherwise depends on the
 * bits that it finds.
 * @param available bytes that it may borrow
 */
export function quietenFrame(frame: Uint8Array, available: number): QuietFrame {
  const header = parseMp3FrameHeader(frame, 0)
  if (!header) return { data: frame, left: 0 }
  const data = Uint8Array.from(frame)
  const hasChecksum = (data[1]! & 1) === 0
  const side = HEADER + (hasChecksum ? CHECKSUM : 0)
  const end = side + header.sideEnd - HEADER
  const isLong = header.samples === LONG
  const borrowed = isLong ? (data[side]! << 1) | (data[side + 1]! >> 7) : data[side]!
  const most = Math.min(borrowed, available)
  // Without any bits for its granules. How many bytes it borrows stays: those behind it may borrow them, too.
  data.fill(0, side, end)
  data[side] = isLong ? most >> 1 : most
  if (isLong) data[side + 1] = (most & 1) << 7
  return { data, left: Math.max(0, data.length - end) }
}
