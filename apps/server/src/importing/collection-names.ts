import { extname } from 'node:path'
import { FORMATS } from '@refrain/audio/formats'

const AUDIO = new Set(Object.values(FORMATS).flatMap(format => format.extensions))
/** Music that an operator would miss without a word, by the name of its format. */
const UNSUPPORTED = new Map(
  Object.entries({
    '.wma': 'WMA',
    '.aac': 'raw AAC',
    '.ape': "Monkey's Audio",
    '.wv': 'WavPack',
    '.mpc': 'Musepack',
    '.dsf': 'DSD',
    '.dff': 'DSD',
    '.tta': 'TTA',
    '.tak': 'TAK',
    '.m4p': 'protected AAC',
    '.mka': 'Matroska',
    '.spx': 'Speex',
  }),
)
const PICTURE = /^\.(jpe?g|png|webp)$/i
const COVER = /^(cover|folder|front|album)$/i
const ARTIST = /^artist$/i
const FOLDER = /^folder$/i
const DISC = /(?:^|[\s_.,([-]+)(?:cd|dis[ck]|disque)\s*[-_.#]?\s*(\d{1,2})[)\]]?$/i

export type FileKind =
  | { kind: 'sound' | 'lyrics' | 'cover' | 'artist' | 'other' }
  | { kind: 'unsupported'; format: string }

/** What a file in a collection is for, told by its name; what we have no use for is `other`. */
export function kindOf(name: string): FileKind {
  const extension = extname(name).toLowerCase()
  if (AUDIO.has(extension)) return { kind: 'sound' }
  if (extension === '.lrc') return { kind: 'lyrics' }
  const format = UNSUPPORTED.get(extension)
  if (format) return { kind: 'unsupported', format }
  if (!PICTURE.test(extension)) return { kind: 'other' }
  const base = baseOf(name)
  return { kind: COVER.test(base) ? 'cover' : ARTIST.test(base) ? 'artist' : 'other' }
}

/** A file's name without its ending. */
export function baseOf(name: string): string {
  return name.slice(0, name.length - extname(name).length)
}

/** True for `folder.jpg`, which one folder above the albums shows the artist. */
export function isFolderPicture(name: string): boolean {
  return FOLDER.test(baseOf(name))
}

/** The number of the disc that a folder's name says it holds, 0 where it says none. */
export function discOfFolder(name: string): number {
  return Number(DISC.exec(name)?.[1] ?? 0)
}

/**
 * The folder of the album that a folder belongs to, both relative to the collection's:
 * `Artist/Album/CD1` → `Artist/Album`, `Artist/Album (Disc 2)` → `Artist/Album`.
 */
export function albumFolder(folder: string): string {
  const parts = folder.split('/')
  const last = parts.pop() ?? ''
  const plain = last.replace(DISC, '').trimEnd()
  if (plain !== '') parts.push(plain)
  return parts.join('/')
}
