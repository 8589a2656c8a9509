import { splitName } from './names-from-path.ts'
import { type FileEntry, MAX_LINE_LENGTH, MAX_LINES, type PlaylistFile } from './playlist-file.ts'

/** What the directives before a track say about it. */
interface TrackInfo {
  shown?: string
  seconds?: number | undefined
  artist?: string
  album?: string
}

const TAG = /^#(PLAYLIST|EXTART|EXTALB):(.*)$/i

/** Reads M3U, plain or extended; ignores unknown directives. */
export function readM3u(text: string): PlaylistFile {
  let title = ''
  let info: TrackInfo = {}
  const entries: FileEntry[] = []
  for (const raw of text.split(/\r\n|\r|\n/, MAX_LINES)) {
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
  if (!shown) return { title: '', ...(seconds && { seconds }), link }
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
