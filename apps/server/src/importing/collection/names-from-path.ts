import { cleanText } from '@refrain/audio/tags/tag-text'
import { parseDiscNumber, stripExtension } from './file-kinds.ts'

const NUMBERED = /^(?:(?:cd|disc)?\s*(\d{1,2})[-.])?(\d{1,3})(?:\s*[-._)]+\s*|\s+)(.+)$/i

export interface PathNames {
  readonly title: string
  /** '' if the path has none. */
  readonly album: string
  readonly artist: string
  readonly disc: number
  readonly number: number
}

/** Derives names for an untagged file from its path in the collection: `Artist/Album/01 - Title.mp3`. */
export function namesFromPath(path: string): PathNames {
  const folders = path.split('/')
  const base = stripExtension(folders.pop() ?? '').replaceAll('_', ' ')
  const numbered = NUMBERED.exec(base)
  const last = folders.at(-1) ?? ''
  const disc = parseDiscNumber(last)
  const title = numbered?.[3] ?? base
  const plain =
    disc > 0 ? last.replace(/[\s_.,([-]*(cd|dis[ck]|disque)\s*[-_.#]?\s*\d{1,2}[)\]]?$/i, '') : last
  if (disc > 0 && plain === '') folders.pop()
  else if (folders.length > 0) folders[folders.length - 1] = plain
  const [album, artist] = albumAndArtist(folders)
  return {
    title: cleanText(title) || 'Untitled',
    album: cleanText(album),
    artist: cleanText(artist),
    disc: disc || Number(numbered?.[1] ?? 0),
    number: Number(numbered?.[2] ?? 0),
  }
}

/** `Artist/Album`, or a single folder named `Artist - Album`. */
function albumAndArtist(folders: readonly string[]): [string, string] {
  const album = folders.at(-1) ?? ''
  if (folders.length >= 2) return [album, folders.at(-2) as string]
  const pair = /^(.+?) - (.+)$/.exec(album)
  return pair ? [pair[2] as string, pair[1] as string] : [album, '']
}
