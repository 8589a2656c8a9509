import { parseDocument } from '../../ui/browser/trusted-types.ts'
import type { FileEntry, PlaylistFile } from './playlist-file.ts'

/** Reads XSPF in any namespace; undefined if it is not XSPF, or has a DOCTYPE. */
export function readXspf(text: string): PlaylistFile | undefined {
  // Entities can expand exponentially, or include other files.
  if (/<!DOCTYPE/i.test(text)) return undefined
  const root = parseDocument(text, 'application/xml').documentElement
  if (root.localName !== 'playlist') return undefined
  const list = child(root, 'trackList')
  const tracks = list ? [...list.children].filter(({ localName }) => localName === 'track') : []
  return { title: textOf(root, 'title') ?? '', entries: tracks.map(entryOf) }
}

function entryOf(track: Element): FileEntry {
  const duration = Number(textOf(track, 'duration'))
  return {
    title: textOf(track, 'title') ?? '',
    artist: textOf(track, 'creator'),
    album: textOf(track, 'album'),
    seconds: duration > 0 ? duration / 1000 : undefined,
    link: textOf(track, 'location') ?? textOf(track, 'info'),
  }
}

const child = (element: Element, name: string) =>
  [...element.children].find(({ localName }) => localName === name)

const textOf = (element: Element, name: string) => child(element, name)?.textContent?.trim() || undefined
