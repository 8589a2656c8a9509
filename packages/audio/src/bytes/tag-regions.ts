import type { FileBytes } from './file-bytes.ts'

const MAX_TAGS = 16
const ID3V1 = 128

/** Bytes as Latin-1 text, for comparing with signatures. */
export function latin1At(bytes: FileBytes, offset: number, length: number): string {
  return Buffer.from(bytes.read(offset, length)).toString('latin1')
}

/** Offset of the first byte after leading ID3v2 tags. */
export function leadingTagsEnd(bytes: FileBytes): number {
  let offset = 0
  for (let seen = 0; seen < MAX_TAGS && latin1At(bytes, offset, 3) === 'ID3'; seen++) {
    const head = bytes.read(offset, 10)
    if (head.length < 10) break
    const footer = (head[5]! & 0x10) !== 0 ? 10 : 0
    offset += 10 + syncSafe(head, 6) + footer
  }
  return Math.min(offset, bytes.size)
}

/** Offset of the trailing tags: ID3v1, Lyrics3, APE and ID3v2 with a footer, in any order. */
export function trailingTagsStart(bytes: FileBytes, start: number): number {
  let end = bytes.size
  for (let seen = 0; seen < MAX_TAGS; seen++) {
    const length = trailingTag(bytes, end)
    if (length === 0 || end - length < start) break
    end -= length
  }
  return end
}

function trailingTag(bytes: FileBytes, end: number): number {
  if (latin1At(bytes, end - ID3V1, 3) === 'TAG' && end >= ID3V1) return ID3V1
  const foot = bytes.read(end - 32, 32)
  if (end < 32 || foot.length < 32) return 0
  const text = Buffer.from(foot).toString('latin1')
  if (text.startsWith('APETAGEX')) {
    const view = new DataView(foot.buffer, foot.byteOffset, foot.byteLength)
    const header = (view.getUint32(20, true) & 0x80000000) !== 0 ? 32 : 0
    return view.getUint32(12, true) + header
  }
  if (text.endsWith('LYRICS200')) return Number.parseInt(text.slice(17, 23), 10) + 15 || 0
  if (text.slice(22, 25) === '3DI') return syncSafe(foot, 28) + 20
  return 0
}

/** A number of 28 bits in the lower seven of four bytes. */
export function syncSafe(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 21) | (bytes[at + 1]! << 14) | (bytes[at + 2]! << 7) | bytes[at + 3]!
}

/** Writes a number of 28 bits. */
export function writeSyncSafe(target: Uint8Array, offset: number, value: number): void {
  for (let n = 0; n < 4; n++) target[offset + n] = (value >> (21 - 7 * n)) & 0x7f
}
