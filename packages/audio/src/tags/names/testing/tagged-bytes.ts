import { writeSyncSafe } from '../../../bytes/tag-regions.ts'

/** Values of the fields of people, genres and sorting, by the names of Vorbis comments. */
export type TaggedFields = Readonly<Record<string, readonly string[]>>

export type TagFormat = 'id3v2.2' | 'id3v2.3' | 'id3v2.4' | 'vorbis' | 'mp4'

const FRAMES: Readonly<Record<string, readonly [v22: string, v23: string, mp4: string]>> = {
  TITLE: ['TT2', 'TIT2', '©nam'],
  ARTIST: ['TP1', 'TPE1', '©ART'],
  ALBUMARTIST: ['TP2', 'TPE2', 'aART'],
  ARTISTSORT: ['TSP', 'TSOP', 'soar'],
  ALBUMARTISTSORT: ['TS2', 'TSO2', 'soaa'],
  ALBUMSORT: ['TSA', 'TSOA', 'soal'],
  TITLESORT: ['TST', 'TSOT', 'sonm'],
  GENRE: ['TCO', 'TCON', '©gen'],
  COMPOSER: ['TCM', 'TCOM', '©wrt'],
}
/** Frames of ID3v2 alone. */
const ID3_FRAMES: Readonly<Record<string, readonly [v22: string, v23: string]>> = {
  LYRICIST: ['TXT', 'TEXT'],
  CONDUCTOR: ['TP3', 'TPE3'],
  REMIXER: ['TP4', 'TPE4'],
  TIPL: ['IPL', 'TIPL'],
  IPLS: ['IPL', 'IPLS'],
}
/** Names of free fields where they are not those of Vorbis comments. */
const FREE: Readonly<Record<string, string>> = { MUSICBRAINZ_ARTISTID: 'MusicBrainz Artist Id' }

/** The bytes of a file with tags and no sound. Several values are written as the format does. */
export function taggedBytes(format: TagFormat, fields: TaggedFields): Uint8Array {
  if (format === 'vorbis') return flacBytes(fields)
  if (format === 'mp4') return mp4Bytes(fields)
  return id3Bytes(fields, Number(format.at(-1)) as 2 | 3 | 4)
}

function id3Bytes(fields: TaggedFields, version: 2 | 3 | 4): Uint8Array {
  const frames = Object.entries(fields).map(([field, values]) => {
    const id = (FRAMES[field] ?? ID3_FRAMES[field])?.[version === 2 ? 0 : 1]
    const free = id ? '' : `${FREE[field] ?? field}\0`
    // Before ID3v2.4 there is one text.
    const text = values.join(version === 4 ? '\0' : '/')
    const content = utf16(free, text)
    return Buffer.concat([
      frameHeader(id ?? (version === 2 ? 'TXX' : 'TXXX'), content.length, version),
      content,
    ])
  })
  const body = Buffer.concat([...frames, Buffer.alloc(64)])
  const header = Buffer.from([0x49, 0x44, 0x33, version, 0, 0, 0, 0, 0, 0])
  writeSyncSafe(header, 6, body.length)
  return Buffer.concat([header, body])
}

function utf16(free: string, text: string): Buffer {
  const mark = Buffer.from([0xff, 0xfe])
  const second = [mark, Buffer.from(text, 'utf16le')]
  return Buffer.concat([Buffer.from([1]), ...(free ? [mark, Buffer.from(free, 'utf16le')] : []), ...second])
}

function frameHeader(id: string, length: number, version: 2 | 3 | 4): Buffer {
  const header = Buffer.alloc(version === 2 ? 6 : 10)
  header.write(id, 'latin1')
  if (version === 2) header.writeUIntBE(length, 3, 3)
  else if (version === 3) header.writeUInt32BE(length, 4)
  else writeSyncSafe(header, 4, length)
  return header
}

function flacBytes(fields: TaggedFields): Uint8Array {
  const comments = Object.entries(fields).flatMap(([name, values]) => values.map(value => `${name}=${value}`))
  const parts = ['', ...comments].map(text => {
    const bytes = Buffer.from(text)
    return Buffer.concat([uint32(bytes.length), bytes])
  })
  const block = Buffer.concat([parts[0]!, uint32(comments.length), ...parts.slice(1)])
  const header = Buffer.from([0x84, block.length >> 16, (block.length >> 8) & 0xff, block.length & 0xff])
  const info = Buffer.alloc(34)
  info.writeUInt16BE(4_096, 0)
  info.writeUInt16BE(4_096, 2)
  // 44,100 Hz, two channels, 16 bits.
  info.writeUInt32BE(0x0ac442f0, 10)
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0, 0, 0, 34]), info, header, block])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function mp4Bytes(fields: TaggedFields): Uint8Array {
  const items = Object.entries(fields).map(([field, values]) => {
    const known = FRAMES[field]?.[2]
    const data = values.map(value => box('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from(value)))
    if (known) return box(known, ...data)
    const text = (name: string, value: string) => box(name, Buffer.alloc(4), Buffer.from(value))
    return box('----', text('mean', 'com.apple.iTunes'), text('name', FREE[field] ?? field), ...data)
  })
  const meta = box('meta', Buffer.alloc(4), box('ilst', ...items))
  return Buffer.concat([box('ftyp', Buffer.from('M4A \0\0\0\0')), box('moov', box('udta', meta))])
}

function box(name: string, ...content: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(8)
  header.write(name, 4, 'latin1')
  const whole = Buffer.concat([header, ...content])
  whole.writeUInt32BE(whole.length)
  return whole
}
