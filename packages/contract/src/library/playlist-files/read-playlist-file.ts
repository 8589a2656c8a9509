import { decodeText } from '../../decode-text.ts'
import { namesFromPath } from './names-from-path.ts'
import type { FileEntry, PlaylistFile } from './playlist-file.ts'
import { readJspf } from './read-jspf.ts'
import { readM3u } from './read-m3u.ts'
import { readPls } from './read-pls.ts'
import { readXspf } from './read-xspf.ts'

/** Bytes in which the encoding shows. */
const LOOKED_AT = 1_024

/**
 * Reads a playlist file, whose format (JSPF, XSPF, PLS or M3U) is detected by content. undefined if it is none of these.
 * Entries without a title get the names that their path suggests.
 */
export function readPlaylistFile(bytes: Uint8Array): PlaylistFile | undefined {
  const text = decode(bytes)
  if (text.includes('\0')) return undefined
  const file = readText(text)
  return file && { ...file, entries: file.entries.map(withNames) }
}

function readText(text: string): PlaylistFile | undefined {
  if (/^\s*\{/.test(text)) return readJspf(text)
  if (/^\s*</.test(text)) return readXspf(text)
  if (/^\s*\[playlist\]/i.test(text)) return readPls(text)
  return readM3u(text)
}

/** UTF-16 without a byte order mark has zeros in every other place, as names are mostly of ASCII. */
function decode(bytes: Uint8Array): string {
  const start = bytes.subarray(0, LOOKED_AT)
  const zeros = [0, 1].map(parity => start.some((byte, at) => byte === 0 && at % 2 === parity))
  const marked = bytes[0] === 0xff || bytes[0] === 0xfe
  if (marked || zeros[0] === zeros[1]) return decodeText(bytes)
  return new TextDecoder(zeros[1] ? 'utf-16le' : 'utf-16be').decode(bytes)
}

function withNames(entry: FileEntry): FileEntry {
  if (entry.title !== '' || !entry.link) return entry
  const { seconds, link } = entry
  return { ...namesFromPath(link), ...(seconds !== undefined && { seconds }), link }
}
