import { decodeText } from '../../decode-text.ts'
import { MAX_LINE_LENGTH } from './playlist-file.ts'

/** Not a drive, which has one letter. */
const SCHEME = /^([a-z][a-z\d+.-]+):(?=[\\/])/i
/** Schemes of files. What another address leads to is not a file of a collection. */
const FILE_SCHEMES = new Set(['file', 'smb', 'cifs', 'x-file-cifs', 'nfs', 'afp', 'ftp', 'sftp'])
const HOST = /^[\\/]{2}[^\\/]*/
const DRIVE = /^[\\/]*[a-z][:|]/i
const ABSOLUTE = /^([\\/]|[a-z][:|])/i
const PERCENT_CODES = /(?:%[\da-f]{2})+/gi

/**
 * Folders and name of a file as a playlist gives it: a path of any system, relative or not, or a `file:` address. Drives,
 * hosts, `.` and `..` are left out: what they lead to is not the same here.
 * @param folder names of the folder that a relative path starts in, if it is known
 * @returns its readings, the likelier one first: percent signs may be codes or not. Empty for other addresses.
 */
export function readFilePath(link: string, folder: readonly string[] = []): string[][] {
  const bounded = link.slice(0, MAX_LINE_LENGTH)
  const scheme = SCHEME.exec(bounded)
  if (scheme && !FILE_SCHEMES.has(scheme[1]!.toLowerCase())) return []
  const path = scheme ? bounded.slice(scheme[0].length).replace(HOST, '') : bounded
  const start = scheme || ABSOLUTE.test(path) ? [] : folder
  const read = (one: string) => splitPath(one, start)
  const decoded = decodePercent(path)
  if (decoded === path) return [read(path)]
  return scheme ? [read(decoded), read(path)] : [read(path), read(decoded)]
}

function splitPath(path: string, start: readonly string[]): string[] {
  const parts = [...start]
  for (const part of path
    .replace(HOST, '')
    .replace(DRIVE, '')
    .split(/[\\/]+/)) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts
}

/** Decodes percent codes of UTF-8 or, as old programs write them, of Windows-1252; leaves other percent signs. */
function decodePercent(path: string): string {
  return path.replaceAll(PERCENT_CODES, codes =>
    decodeText(Uint8Array.from(codes.slice(1).split('%'), code => Number.parseInt(code, 16))),
  )
}
