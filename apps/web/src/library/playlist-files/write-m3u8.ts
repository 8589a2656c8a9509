import type { FileEntry, PlaylistFile } from './playlist-file.ts'

/** A playlist as M3U8: two or more lines for each track, in UTF-8. */
export function writeM3u8({ title, entries }: PlaylistFile): string {
  const head = ['#EXTM3U', ...tag('PLAYLIST', title)]
  return [...head, ...entries.flatMap(linesOf), ''].join('\n')
}

function linesOf({ title, artist, album, seconds, link }: FileEntry): string[] {
  const shown = artist ? `${artist} - ${title}` : title
  return [
    `#EXTINF:${seconds === undefined ? -1 : Math.round(seconds)},${oneLine(shown)}`,
    // Names of artists have hyphens too: this says where it ends.
    ...tag('EXTART', artist),
    ...tag('EXTALB', album),
    oneLine(link || title),
  ]
}

const tag = (name: string, text: string | undefined) => (text ? [`#${name}:${oneLine(text)}`] : [])

/** What follows a line break would be a line of the list. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
