import type { FileEntry, PlaylistFile } from './playlist-file.ts'
import { readXml, type XmlElement } from './read-xml.ts'

/** Reads XSPF in any namespace; undefined if it is not XSPF, or has a DOCTYPE. */
export function readXspf(text: string): PlaylistFile | undefined {
  const root = readXml(text)
  if (root?.name !== 'playlist') return undefined
  const tracks = child(root, 'trackList')?.children.filter(({ name }) => name === 'track') ?? []
  return { title: textOf(root, 'title') ?? '', entries: tracks.map(entryOf) }
}

function entryOf(track: XmlElement): FileEntry {
  const duration = Number(textOf(track, 'duration'))
  return {
    title: textOf(track, 'title') ?? '',
    artist: textOf(track, 'creator'),
    album: textOf(track, 'album'),
    seconds: duration > 0 ? duration / 1000 : undefined,
    link: textOf(track, 'location') ?? textOf(track, 'info'),
  }
}

const child = (element: XmlElement, wanted: string) => element.children.find(({ name }) => name === wanted)

const textOf = (element: XmlElement, name: string) => child(element, name)?.text.trim() || undefined
