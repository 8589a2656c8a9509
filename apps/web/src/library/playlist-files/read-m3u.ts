import type { FileEntry, PlaylistFile } from './playlist-file.ts'

/** What the lines before a track say of it. */
interface TrackInfo {
  shown?: string
  seconds?: number | undefined
  artist?: string
  album?: string
}

/** Characters of a line that are looked at: names are shorter, and links of other kinds do not matter. */
const MAX_LINE_LENGTH = 2_000
const TAG = /^#(PLAYLIST|EXTART|EXTALB):(.*)$/i

/** Reads M3U: plain, or extended by lines that begin with `#`; those it does not know are passed over. */
export function readM3u(text: string): PlaylistFile {
  let title = ''
  let said: TrackInfo = {}
  const entries: FileEntry[] = []
  for (const raw of text.split(/\r\n|\r|\n/)) {
    // Runs of spaces mean nothing, and take the patterns below an age.
    const line = raw.slice(0, MAX_LINE_LENGTH).replaceAll(/\s+/g, ' ').trim()
    const [, tag, value = ''] = TAG.exec(line) ?? []
    if (/^#EXTINF:/i.test(line)) said = { ...said, ...readInfo(line.slice('#EXTINF:'.length)) }
    else if (tag?.toUpperCase() === 'PLAYLIST') title = value.trim()
    else if (tag?.toUpperCase() === 'EXTART') said.artist = value.trim()
    else if (tag?.toUpperCase() === 'EXTALB') said.album = value.trim()
    else if (line !== '' && !line.startsWith('#')) {
      entries.push(entryOf(said, line))
      said = {}
    }
  }
  return { title, entries }
}

/** Seconds, attributes in quotes, a comma, and how the track is shown. */
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

/** `Artist - Title`, or a title alone. */
export function splitName(shown: string): Pick<FileEntry, 'title' | 'artist'> {
  const [, artist, title] = /^(.+?) [-–—] (.+)$/.exec(shown) ?? []
  return artist && title ? { artist, title } : { title: shown }
}

/**
 * The same entry where a hyphen is part of a name: `Title with - a hyphen`, `Artist - so called - Title`. Undefined
 * where there is no other reading.
 */
export function alternativeReading({ title, artist, ...more }: FileEntry): FileEntry | undefined {
  if (!artist) return undefined
  const [, rest, last] = /^(.+) [-–—] (.+)$/.exec(title.slice(0, MAX_LINE_LENGTH)) ?? []
  return rest && last
    ? { ...more, artist: `${artist} - ${rest}`, title: last }
    : { ...more, title: `${artist} - ${title}` }
}

/** A file's name says as much as there is: `Artist/Album/03 Title.flac`, `Artist - Title.mp3`. */
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
