import type { FileEntry, PlaylistFile } from '@refrain/contract/library/playlist-files/playlist-file'

/** Writes M3U8, which is extended M3U in UTF-8. */
export function writeM3u8({ title, entries }: PlaylistFile): string {
  const head = ['#EXTM3U', ...tag('PLAYLIST', title)]
  return [...head, ...entries.flatMap(linesOf), ''].join('\n')
}

function linesOf({ title, artist, album, seconds, link }: FileEntry): string[] {
  const shown = artist ? `${artist} - ${title}` : title
  return [
    `#EXTINF:${seconds === undefined ? -1 : Math.round(seconds)},${oneLine(shown)}`,
    // Artists' names may contain hyphens; this says where the name ends.
    ...tag('EXTART', artist),
    ...tag('EXTALB', album),
    oneLine(link || title),
  ]
}

const tag = (name: string, text: string | undefined) => (text ? [`#${name}:${oneLine(text)}`] : [])

/** Text after a line break would be read as another entry. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
