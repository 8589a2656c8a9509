import { readFilePath } from './file-path.ts'
import type { FileEntry } from './playlist-file.ts'

type Names = Pick<FileEntry, 'title' | 'artist' | 'album'>

/** Folders that hold a collection, and name neither an album nor an artist. */
const GENERIC = new Set(
  'music,musik,musique,musica,música,muziek,my music,itunes,itunes media,mp3,mp3s,flac,audio,media,songs,downloads,playlists,home,users,public,share,shared,mnt,srv,volumes,storage,sdcard,primary'.split(
    ',',
  ),
)
/** Characters of a title that are read: the pattern takes quadratic time. */
const MAX_TITLE_LENGTH = 2_000
const DISC = /^(?:cd|dis[ck])[\s_-]*\d{1,2}$/i

/**
 * Guesses names from the path of a file: `Artist/Album/03 Title.flac`, `Artist - Title.mp3`. Folders that only lead to a
 * collection are no names.
 */
export function namesFromPath(link: string): Names {
  const [name = '', ...above] = likelyNames(link).toReversed()
  const bare = name.replace(/\.\w{2,4}$/, '').replace(/^\d{1,3}(?:\s*[-.]\s*|\s+)(?=\S)/, '')
  const split = splitName(bare)
  if (split.artist) return split
  const [album, artist] = DISC.test(above[0] ?? '') ? above.slice(1) : above
  return { title: bare, artist: toName(artist), album: toName(album) }
}

/** The reading in which percent signs are codes, which is shorter. */
const likelyNames = (link: string) =>
  readFilePath(link).toSorted((a, b) => a.join('').length - b.join('').length)[0] ?? []

const toName = (folder: string | undefined) =>
  folder === undefined || GENERIC.has(folder.toLowerCase()) ? undefined : folder

/** Splits `Artist - Title`; without a hyphen, it is a title. */
export function splitName(shown: string): Pick<FileEntry, 'title' | 'artist'> {
  const [, artist, title] = /^(.+?) [-–—] (.+)$/.exec(shown) ?? []
  return artist && title ? { artist, title } : { title: shown }
}

/**
 * Reads a hyphen as part of a name instead: `Title with - a hyphen`, `Artist - so called - Title`. undefined if there
 * is no other reading.
 */
export function alternativeReading<Entry extends Names>({ title, artist, ...more }: Entry) {
  if (!artist) return undefined
  const [, rest, last] = /^(.+) [-–—] (.+)$/.exec(title.slice(0, MAX_TITLE_LENGTH)) ?? []
  return rest && last
    ? { ...more, artist: `${artist} - ${rest}`, title: last }
    : { ...more, title: `${artist} - ${title}` }
}
