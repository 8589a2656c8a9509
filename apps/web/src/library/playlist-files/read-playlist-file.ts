import type { PlaylistFile } from './playlist-file.ts'
import { readJspf } from './read-jspf.ts'
import { readM3u } from './read-m3u.ts'
import { readXspf } from './read-xspf.ts'

/** Reads a playlist file, whose format (JSPF, XSPF or M3U) is detected by content. undefined if it is neither. */
export function readPlaylistFile(bytes: Uint8Array): PlaylistFile | undefined {
  const text = decode(bytes)
  if (text.includes('\0')) return undefined
  if (/^\s*\{/.test(text)) return readJspf(text)
  if (/^\s*</.test(text)) return readXspf(text)
  return readM3u(text)
}

/** UTF-16 with a byte order mark, UTF-8, else Windows-1252, as old players write `.m3u`. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
