import { writeSyncSafe } from '../bytes/tag-regions.ts'
import { type FileTags, replayGainTags } from './file-tags.ts'

/** Length of an ID3v2 header in bytes. */
const ID3_HEADER = 10

/** An ID3v2.4 tag with UTF-8 text frames; multiple values are separated by NUL. */
export function writeId3(tags: FileTags): Buffer {
  const frames = [
    textFrame('TIT2', tags.title),
    textFrame('TPE1', tags.artists.join('\0')),
    textFrame('TPE2', tags.albumArtist),
    textFrame('TALB', tags.album),
    textFrame('TRCK', `${tags.track}/${tags.trackTotal}`),
    textFrame('TPOS', `${tags.disc}/${tags.discTotal}`),
    textFrame('TDRC', tags.date),
    textFrame('TCON', tags.genres.join('\0')),
    ...(tags.compilation ? [textFrame('TCMP', '1')] : []),
    ...replayGainTags(tags).map(([name, value]) => textFrame('TXXX', `${name}\0${value}`)),
  ]
  const body = Buffer.concat(frames)
  const header = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 0])
  writeSyncSafe(header, 6, body.length)
  return Buffer.concat([header, body])
}

/** Length in bytes of a leading ID3v2 tag, header included; 0 if there is none. */
export function measureId3(head: Uint8Array): number {
  if (head[0] !== 0x49 || head[1] !== 0x44 || head[2] !== 0x33) return 0
  return ID3_HEADER + ((head[6]! << 21) | (head[7]! << 14) | (head[8]! << 7) | head[9]!)
}

function textFrame(name: string, text: string): Buffer {
  const value = Buffer.from(text, 'utf8')
  const frame = Buffer.alloc(11 + value.length)
  frame.write(name, 0, 'latin1')
  writeSyncSafe(frame, 4, value.length + 1)
  frame[10] = 3
  value.copy(frame, 11)
  return frame
}
