import type { FileBytes } from '../../bytes/file-bytes.ts'
import { findId3Tags, readId3Header, walkId3Frames } from '../id3-frames.ts'

/** Frames of people in ID3v2.3 and ID3v2.2, and those that taggers name themselves. */
const FRAMES = /^(?:TPE[1-4]|TP[1-4]|TCOM|TCM|TEXT|TXT|TXXX|TXX)$/
const MAX_TEXT_BYTES = 8 * 1024

/**
 * The texts of people in tags of ID3v2.3 or ID3v2.2 as they are written: the tag library takes them apart at every slash and drops
 * the blanks beside it.
 * @returns by frame id, those of a TXXX frame as `TXXX:ARTISTS`
 */
export function readSlashTexts(bytes: FileBytes): Map<string, string> {
  const texts = new Map<string, string>()
  for (const tag of findId3Tags(bytes)) {
    if (readId3Header(tag)?.version === 4) continue
    for (const { id, content } of walkId3Frames(tag)) {
      const text = FRAMES.test(id) ? content() : undefined
      if (text && text.length > 1 && text.length <= MAX_TEXT_BYTES) addText(texts, id, text)
    }
  }
  return texts
}

function addText(texts: Map<string, string>, id: string, content: Buffer): void {
  const text = decode(content).replace(/(?<!\0)\0+$/, '')
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
