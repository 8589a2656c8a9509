import type { FileBytes } from '../../bytes/file-bytes.ts'

/** Larger tags hold pictures: frames of text come first. */
const MAX_TAG = 256 * 1024
const LATIN_1 = 0

/** The texts that the ID3v2 tag at the beginning of a file marks as Latin-1, which the library does not say. */
export function latin1Frames(bytes: FileBytes): string[] {
  const header = bytes.read(0, 10)
  if (Buffer.from(header.subarray(0, 3)).toString('latin1') !== 'ID3') return []
  const version = header[3] ?? 0
  const [idLength, headerLength] = version === 2 ? [3, 6] : [4, 10]
  const tag = bytes.read(10, Math.min(synchsafe(header.subarray(6)), MAX_TAG))
  const texts: string[] = []
  for (let at = 0; at + headerLength < tag.length && tag[at] !== 0; ) {
    const sizeBytes = tag.subarray(at + idLength, at + idLength * 2)
    const size = version === 4 ? synchsafe(sizeBytes) : bigEndian(sizeBytes)
    const frame = tag.subarray(at + headerLength, at + headerLength + size)
    if (tag[at] === 0x54 && frame[0] === LATIN_1)
      texts.push(Buffer.from(frame.subarray(1)).toString('latin1'))
    at += headerLength + size
  }
  // The library splits lists in frames: each of their names counts.
  return texts.flatMap(text => {
    const plain = text.replace(/\0+$/, '')
    return [plain, ...plain.split(/[\0/]/)]
  })
}

const bigEndian = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum * 256 + byte, 0)
const synchsafe = (bytes: Uint8Array) => bytes.reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
