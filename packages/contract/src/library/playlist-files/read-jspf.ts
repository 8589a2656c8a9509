import type { FileEntry, PlaylistFile } from './playlist-file.ts'

/** Reads JSPF; undefined if it is not JSPF. Ignores fields of the wrong type. */
export function readJspf(text: string): PlaylistFile | undefined {
  const playlist = fieldsOf(fieldsOf(parse(text)).playlist)
  if (!Array.isArray(playlist.track)) return undefined
  return { title: textOf(playlist.title) ?? '', entries: playlist.track.map(entryOf) }
}

function entryOf(track: unknown): FileEntry {
  const { title, creator, album, duration, location, info } = fieldsOf(track)
  const [link = info] = Array.isArray(location) ? location : [location]
  return {
    title: textOf(title) ?? '',
    artist: textOf(creator),
    album: textOf(album),
    seconds: Number(duration) > 0 ? Number(duration) / 1000 : undefined,
    link: textOf(link),
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const fieldsOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>

const textOf = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
