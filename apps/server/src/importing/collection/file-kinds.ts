import { extname } from 'node:path'
import { FORMATS } from '@refrain/audio/formats'

const AUDIO = new Set(Object.values(FORMATS).flatMap(format => format.extensions))
/** Names of audio formats that are reported as unsupported. */
const UNSUPPORTED = new Map(
  Object.entries({
    '.mp1': 'MPEG layer I',
    '.mp2': 'MPEG layer II',
    '.tak': 'TAK',
    '.m4p': 'protected AAC',
    '.spx': 'Speex',
  }),
)
const PICTURE = /^\.(jpe?g|png|webp)$/i
const COVER = /^(cover|folder|front|album)$/i
const ARTIST = /^artist$/i
const PLAYLIST = /^\.(m3u8?|pls|xspf)$/i
const FOLDER = /^folder$/i
const DISC = /(?:^|[\s_.,([-]+)(?:cd|dis[ck]|disque)\s*[-_.#]?\s*(\d{1,2})[)\]]?$/i

export type FileKind =
  | { kind: 'audio' | 'lyrics' | 'sheet' | 'cover' | 'artist' | 'playlist' }
  | { kind: 'other' }
  | { kind: 'unsupported'; format: string }

/** Detects the purpose of a file by its name; `other` if it is not used. */
export function detectFileKind(name: string): FileKind {
  const extension = extname(name).toLowerCase()
  if (AUDIO.has(extension)) return { kind: 'audio' }
  if (extension === '.lrc') return { kind: 'lyrics' }
  if (extension === '.cue') return { kind: 'sheet' }
  if (PLAYLIST.test(extension)) return { kind: 'playlist' }
  const format = UNSUPPORTED.get(extension)
  if (format) return { kind: 'unsupported', format }
  if (!PICTURE.test(extension)) return { kind: 'other' }
  const base = stripExtension(name)
  return { kind: COVER.test(base) ? 'cover' : ARTIST.test(base) ? 'artist' : 'other' }
}

/** A file name without its extension. */
export function stripExtension(name: string): string {
  return name.slice(0, name.length - extname(name).length)
}

/** True for `folder.jpg`, which shows the artist if it lies in the folder above the albums. */
export function isFolderPicture(name: string): boolean {
  return FOLDER.test(stripExtension(name))
}

/** Disc number in a folder name, 0 if there is none. */
export function parseDiscNumber(name: string): number {
  return Number(DISC.exec(name)?.[1] ?? 0)
}

/**
 * The album folder of a folder, both relative to the root of the collection:
 * `Artist/Album/CD1` → `Artist/Album`, `Artist/Album (Disc 2)` → `Artist/Album`.
 */
export function findAlbumFolder(folder: string): string {
  const parts = folder.split('/')
  const last = parts.pop() ?? ''
  const plain = last.replace(DISC, '').trimEnd()
  if (plain !== '') parts.push(plain)
  return parts.join('/')
}
