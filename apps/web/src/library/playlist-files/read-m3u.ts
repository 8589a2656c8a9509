import type { FileEntry, PlaylistFile } from './playlist-file.ts'

/** What the directives before a track say about it. */
interface TrackInfo {
  shown?: string
  seconds?: number | undefined
  artist?: string
  album?: string
}

/** Longer lines are cut: names are shorter, and such links are not ours. */
const MAX_LINE_LENGTH = 2_000
const TAG = /^#(PLAYLIST|EXTART|EXTALB):(.*)$/i

/** Reads M3U, plain or extended; ignores unknown directives. */
export function readM3u(text: string): PlaylistFile {
  let title = ''
  let info: TrackInfo = {}
  const entries: FileEntry[] = []
  for (const raw of text.split(/\r\n|\r|\n/)) {
    // Long runs of spaces would make the patterns below very slow.
    const line = raw.slice(0, MAX_LINE_LENGTH).replaceAll(/\s+/g, ' ').trim()
    const [, tag, value = ''] = TAG.exec(line) ?? []
    if (/^#EXTINF:/i.test(line)) info = { ...info, ...readInfo(line.slice('#EXTINF:'.length)) }
    else if (tag?.toUpperCase() === 'PLAYLIST') title = value.trim()
    else if (tag?.toUpperCase() === 'EXTART') info.artist = value.trim()
    else if (tag?.toUpperCase() === 'EXTALB') info.album = value.trim()
    else if (line !== '' && !line.startsWith('#')) {
      entries.push(entryOf(info, line))
      info = {}
    }
  }
  return { title, entries }
}

/** Parses `#EXTINF:`: seconds, quoted attributes, a comma, and the displayed name. */
function readInfo(info: string): Pick<TrackInfo, 'shown' | 'seconds'> {
  const seconds = Number.parseFloat(info)
  const comma = info.replaceAll(/"[^"]*"/g, quoted => ' '.repeat(quoted.length)).indexOf(',')
  return {
    shown: comma < 0 ? '' : info.slice(comma + 1).trim(),
    seconds: seconds > 0 ? seconds : undefined,
  }
}

function entryOf({ shown, seconds, artist, album }: TrackInfo, link: string): FileEntry {
  if (!shown) return { ...fromPath(link), ...(seconds && { seconds }), link }
  const start = artist ? `${artist} - ` : ''
  if (artist)
    return {
      title: shown.startsWith(start) ? shown.slice(start.length) : shown,
      artist,
      album,
      seconds,
      link,
    }
  return { ...splitName(shown), album, seconds, link }
}

/** Splits `Artist - Title`; without a hyphen, it is a title. */
function splitName(shown: string): Pick<FileEntry, 'title' | 'artist'> {
  const [, artist, title] = /^(.+?) [-–—] (.+)$/.exec(shown) ?? []
  return artist && title ? { artist, title } : { title: shown }
}

/**
 * Reads a hyphen as part of a name instead: `Title with - a hyphen`, `Artist - so called - Title`. undefined if there
 * is no other reading.
 */
export function alternativeReading({ title, artist, ...more }: FileEntry): FileEntry | undefined {
  if (!artist) return undefined
  const [, rest, last] = /^(.+) [-–—] (.+)$/.exec(title.slice(0, MAX_LINE_LENGTH)) ?? []
  return rest && last
    ? { ...more, artist: `${artist} - ${rest}`, title: last }
    : { ...more, title: `${artist} - ${title}` }
}

/** Reads a file path: `Artist/Album/03 Title.flac`, `Artist - Title.mp3`. */
function fromPath(path: string): Pick<FileEntry, 'title' | 'artist' | 'album'> {
  const [name = '', album, artist] = decode(path).split(/[\\/]/).reverse()
  const bare = name.replace(/\.\w{2,4}$/, '').replace(/^\d{1,3}(?:\s*[-.]\s*|\s+)(?=\S)/, '')
  const split = splitName(bare)
  return split.artist ? split : { title: bare, artist: artist || undefined, album: album || undefined }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
