import type { Track } from '@refrain/contract/catalogue/tracks'
import type { PlaylistFile } from '@refrain/contract/library/playlist-files/playlist-file'
import { isId } from '@refrain/contract/values'
import { parseDuration } from '../../catalogue/format-catalogue.ts'
import { paths } from '../../paths.ts'

/** Converts tracks to the content of a file; links point to `origin`. */
export function toPlaylistFile(title: string, tracks: readonly Track[], origin: string): PlaylistFile {
  return {
    title,
    entries: tracks.map(track => ({
      title: track.title,
      artist: track.artistName,
      album: track.albumTitle,
      seconds: parseDuration(track.duration),
      link: origin + paths.track(track.id),
    })),
  }
}

/** The track id in a link that this application wrote; undefined for other links. */
export function trackIdFromLink(link = ''): string | undefined {
  const found = /^https?:\/\/[^/]+\/track\/([\w-]+)$/.exec(link)?.[1]
  return found !== undefined && isId(found) ? found : undefined
}
