import type { FileBytes } from '../../bytes/file-bytes.ts'
import { syncSafe } from '../../bytes/tag-regions.ts'

/** Frames of people in ID3v2.3 and ID3v2.2, and those that taggers name themselves. */
const FRAMES = /^(?:TPE[1-4]|TP[1-4]|TCOM|TCM|TEXT|TXT|TXXX|TXX)$/
const MAX_FRAMES = 1_024
const MAX_TEXT_BYTES = 8 * 1024
const EXTENDED_HEADER = 0x40
const UNSYNCHRONISED = 0x80

/**
 * The texts of people in a tag of ID3v2.3 or ID3v2.2 as they are written: the tag library takes them apart at every slash and drops
 * the blanks beside it.
 * @returns by frame id, those of a TXXX frame as `TXXX:ARTISTS`
 */
export function readSlashTexts(bytes: FileBytes): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const header = bytes.read(0, 10)
  const version = header[3]
  if (header.length < 10 || Buffer.from(header).toString('latin1', 0, 3) !== 'ID3') return texts
  if ((version !== 2 && version !== 3) || (header[5]! & (EXTENDED_HEADER | UNSYNCHRONISED)) !== 0)
    return texts
  const end = Math.min(bytes.size, 10 + syncSafe(header, 6))
  const [idLength, frameHeader] = version === 3 ? [4, 10] : [3, 6]
  let offset = 10
  for (let seen = 0; seen < MAX_FRAMES && offset + frameHeader <= end; seen++) {
    const head = Buffer.from(bytes.read(offset, frameHeader))
    if (head.length < frameHeader || head[0] === 0) break
    const id = head.toString('latin1', 0, idLength)
    const length = version === 3 ? head.readUInt32BE(4) : head.readUIntBE(3, 3)
    const isPlain = version === 2 || head[9] === 0
    if (isPlain && FRAMES.test(id) && length > 1 && length <= MAX_TEXT_BYTES)
      addText(texts, id, Buffer.from(bytes.read(offset + frameHeader, length)))
    offset += frameHeader + length
  }
  return texts
}

function addText(texts: Map<string, string>, id: string, content: Buffer): void {
  const text = decode(content).replace(/\0+$/, '')
  const at = id.startsWith('TXX') ? text.indexOf('\0') : -1
  const key = at < 0 ? id : `TXXX:${text.slice(0, at).toUpperCase()}`
  // The second part of a TXXX frame has a byte order mark of its own.
  const value = text.slice(at + 1).replace(/^\ufeff/, '')
  if (!texts.has(key)) texts.set(key, value)
}

function decode(content: Buffer): string {
  const [encoding, text] = [content[0], content.subarray(1)]
  if (encoding === 0) return text.toString('latin1')
  if (encoding === 3) return text.toString('utf8')
  const isBigEndian = encoding === 2 || (text[0] === 0xfe && text[1] === 0xff)
  return new TextDecoder(isBigEndian ? 'utf-16be' : 'utf-16le').decode(text)
}
