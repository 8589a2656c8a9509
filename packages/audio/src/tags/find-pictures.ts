import { shortId } from '../bytes/audio-id.ts'
import { type FileBytes, replaceStart } from '../bytes/file-bytes.ts'
import { latin1At, syncSafe, writeSyncSafe } from '../bytes/tag-regions.ts'

const ID3_HEADER = 10
const FRAME_HEADER = 10
const FRAME_ID = /^[A-Z\d]{4}$/
/** More frames and blocks than files have; text larger than this is left to the tag library. */
const MAX_PARTS = 1_024
const MAX_TEXT_BYTES = 256 * 1024
const FLAC_PICTURE = 6
const SAMPLE = 1_024

/** The pictures in the tags of a file, found without reading them. */
export interface EmbeddedPictures {
  /** Hash of their lengths and of some of their bytes: the same for the same pictures. */
  readonly fingerprint: string
  /** The same file, of which the tags can be read without reading the pictures. */
  readonly withoutPictures: FileBytes
}

interface Region {
  readonly offset: number
  readonly length: number
}

/**
 * Finds the pictures in ID3v2 and FLAC tags, for files that repeat the cover of their album.
 * @returns undefined if there are none or the tag library has to search for them
 */
export function findPictures(bytes: FileBytes): EmbeddedPictures | undefined {
  const start = latin1At(bytes, 0, 4)
  if (start === 'fLaC') return describe(bytes, findFlacPictures(bytes), bytes)
  return start.startsWith('ID3') ? findId3Pictures(bytes) : undefined
}

function describe(
  bytes: FileBytes,
  pictures: readonly Region[],
  withoutPictures: FileBytes,
): EmbeddedPictures | undefined {
  if (pictures.length === 0) return undefined
  const parts = pictures.flatMap(({ offset, length }) => {
    const at = (position: number) => bytes.read(position, Math.min(SAMPLE, length))
    return [`${length} `, at(offset), at(offset + Math.floor(length / 2)), at(offset + length - SAMPLE)]
  })
  return { fingerprint: shortId(...parts), withoutPictures }
}

function findFlacPictures(bytes: FileBytes): Region[] {
  const pictures: Region[] = []
  let offset = 4
  for (let seen = 0; seen < MAX_PARTS; seen++) {
    const head = bytes.read(offset, 4)
    if (head.length < 4) break
    const length = (head[1]! << 16) | (head[2]! << 8) | head[3]!
    if ((head[0]! & 0x7f) === FLAC_PICTURE) pictures.push({ offset: offset + 4, length })
    offset += 4 + length
    if (head[0]! & 0x80) break
  }
  return pictures
}

/** Leaves unusual tags to the tag library: older ones, damaged ones and those with flags, which change how frames are read. */
function findId3Pictures(bytes: FileBytes): EmbeddedPictures | undefined {
  const header = bytes.read(0, ID3_HEADER)
  const version = header[3]
  if (header.length < ID3_HEADER || (version !== 3 && version !== 4) || header[5] !== 0) return undefined
  const end = ID3_HEADER + syncSafe(header, 6)
  if (end > bytes.size) return undefined
  const pictures: Region[] = []
  const others: Uint8Array[] = []
  let othersLength = 0
  let offset = ID3_HEADER
  for (let seen = 0; offset + FRAME_HEADER <= end; seen++) {
    const head = bytes.read(offset, FRAME_HEADER)
    if (head[0] === 0) break
    const id = Buffer.from(head.subarray(0, 4)).toString('latin1')
    const length = version === 4 ? syncSafe(head, 4) : Buffer.from(head).readUInt32BE(4)
    const next = offset + FRAME_HEADER + length
    const isPlain = version === 3 || !head.subarray(4, 8).some(byte => byte > 0x7f)
    if (seen === MAX_PARTS || !FRAME_ID.test(id) || !isPlain || next > end) return undefined
    if (id === 'APIC') pictures.push({ offset: offset + FRAME_HEADER, length })
    else {
      othersLength += next - offset
      if (othersLength > MAX_TEXT_BYTES) return undefined
      others.push(bytes.read(offset, next - offset))
    }
    offset = next
  }
  const tag = Buffer.concat([header, ...others])
  writeSyncSafe(tag, 6, othersLength)
  return describe(bytes, pictures, replaceStart(bytes, end, tag))
}
