import type { PlaylistFile } from '@refrain/contract/library/playlist-files/playlist-file'

/** Writes JSPF, which is XSPF in JSON. */
export function writeJspf({ title, entries }: PlaylistFile): string {
  const track = entries.map(({ title, artist, album, seconds, link }) => ({
    ...(link && { location: [link] }),
    title,
    ...(artist && { creator: artist }),
    ...(album && { album }),
    ...(seconds !== undefined && { duration: Math.round(seconds * 1000) }),
  }))
  return `${JSON.stringify({ playlist: { title, track } }, null, 2)}\n`
}
