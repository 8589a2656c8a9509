import { type FileTags, replayGainTags } from './file-tags.ts'

const STREAMINFO_LENGTH = 34

/** The start of a FLAC file up to its frames (RFC 9639): marker, STREAMINFO and Vorbis comment. */
export function writeFlacHeader(streamInfo: Buffer, tags: FileTags): Buffer {
  const comments = writeComments(tags)
  return Buffer.concat([
    Buffer.from('fLaC', 'latin1'),
    blockHeader(0, streamInfo.length, false),
    streamInfo,
    blockHeader(4, comments.length, true),
    comments,
  ])
}

/** A STREAMINFO block for 16-bit stereo; a frame size or checksum of 0 means "unknown". */
export function writeStreamInfo(sampleRate: number, samples: number): Buffer {
  const info = Buffer.alloc(STREAMINFO_LENGTH)
  info.writeUInt16BE(4096, 0)
  info.writeUInt16BE(4096, 2)
  const packed = (BigInt(sampleRate) << 44n) | (1n << 41n) | (15n << 36n) | BigInt(samples)
  info.writeBigUInt64BE(packed, 10)
  return info
}

/** Byte offset of the first frame, or -1 if the bytes are not FLAC or end within the metadata. */
export function findFlacFrames(file: Uint8Array): number {
  if (Buffer.from(file.subarray(0, 4)).toString('latin1') !== 'fLaC') return -1
  let offset = 4
  while (offset + 4 <= file.length) {
    const last = file[offset]! & 0x80
    offset += 4 + ((file[offset + 1]! << 16) | (file[offset + 2]! << 8) | file[offset + 3]!)
    if (last) return offset
  }
  return -1
}

function blockHeader(type: number, length: number, last: boolean): Buffer {
  return Buffer.from([type | (last ? 0x80 : 0), length >> 16, (length >> 8) & 0xff, length & 0xff])
}

/** Vorbis comment block; names may repeat. */
function writeComments(tags: FileTags): Buffer {
  const comments: [string, string][] = [
    ['TITLE', tags.title],
    ...tags.artists.map((artist): [string, string] => ['ARTIST', artist]),
    ['ALBUMARTIST', tags.albumArtist],
    ['ALBUM', tags.album],
    ['TRACKNUMBER', String(tags.track)],
    ['TRACKTOTAL', String(tags.trackTotal)],
    ['DISCNUMBER', String(tags.disc)],
    ['DISCTOTAL', String(tags.discTotal)],
    ['DATE', tags.date],
    ...tags.genres.map((genre): [string, string] => ['GENRE', genre]),
    ...(tags.compilation ? [['COMPILATION', '1'] as [string, string]] : []),
    ...replayGainTags(tags),
  ]
  const parts = [lengthPrefixed('Refrain'), uint32(comments.length)]
  for (const [name, value] of comments) parts.push(lengthPrefixed(`${name}=${value}`))
  return Buffer.concat(parts)
}

function lengthPrefixed(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8')
  return Buffer.concat([uint32(bytes.length), bytes])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
