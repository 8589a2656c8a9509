import type { FileBytes } from '../bytes/file-bytes.ts'

const HEAD = 27
const MAX_SEGMENTS = 255

export interface OggPage {
  readonly offset: number
  readonly end: number
  /** True on the first page of a stream. */
  readonly opens: boolean
  /** True if it begins with the rest of a packet. */
  readonly continues: boolean
  /** Number of the page in its stream. */
  readonly sequence: number
  /** Granule position: samples at the end of the last packet that ends here; -1 if none does. */
  readonly granule: number
  readonly serial: number
  /** Segment lengths; one below 255 ends a packet. */
  readonly segments: Uint8Array
  readonly payload: number
}

/** The page at `offset`; undefined if there is none or it is truncated. */
function readPage(bytes: FileBytes, offset: number): OggPage | undefined {
  const head = bytes.read(offset, HEAD + MAX_SEGMENTS)
  if (head.length < HEAD || head[0] !== 0x4f || head[1] !== 0x67 || head[2] !== 0x67 || head[3] !== 0x53) {
    return undefined
  }
  const count = head[26]!
  const segments = head.slice(HEAD, HEAD + count)
  const payload = offset + HEAD + count
  const end = segments.reduce((sum, length) => sum + length, payload)
  if (head[4] !== 0 || segments.length < count || end > bytes.size) return undefined
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  return {
    offset,
    end,
    opens: (head[5]! & 2) !== 0,
    continues: (head[5]! & 1) !== 0,
    sequence: view.getUint32(18, true),
    granule: Number(view.getBigInt64(6, true)),
    serial: view.getUint32(14, true),
    segments,
    payload,
  }
}

/** The pages from `offset` on; skips bytes between pages. */
export function* walkPages(bytes: FileBytes, offset: number, until = bytes.size): Generator<OggPage> {
  let at = offset
  while (at >= 0 && at < until) {
    const page = readPage(bytes, at)
    if (page) {
      yield page
      at = page.end
    } else {
      at = findPage(bytes, at + 1, until)
    }
  }
}

const CAPTURE = Buffer.from('OggS')
const STRIDE = 64 * 1024

function findPage(bytes: FileBytes, from: number, until: number): number {
  for (let at = from; at < until; at += STRIDE) {
    const found = Buffer.from(bytes.read(at, STRIDE + CAPTURE.length - 1)).indexOf(CAPTURE)
    if (found >= 0) return at + found
  }
  return -1
}
