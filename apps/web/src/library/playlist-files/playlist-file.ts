import type { Track } from '@refrain/contract/catalogue/tracks'
import { isId } from '@refrain/contract/values'
import { parseDuration } from '../../catalogue/format-catalogue.ts'
import { paths } from '../../paths.ts'

/** What a playlist file says of a track. */
export interface FileEntry {
  readonly title: string
  readonly artist?: string | undefined
  readonly album?: string | undefined
  /** How long it is, in seconds. */
  readonly seconds?: number | undefined
  /** The address of the track, or the file it was. */
  readonly link?: string | undefined
}

/** A playlist as a file has it. */
export interface PlaylistFile {
  /** '' where it has none. */
  readonly title: string
  readonly entries: readonly FileEntry[]
}

/** A list of tracks, to be written into a file; links lead to `origin`. */
export function toPlaylistFile(title: string, tracks: readonly Track[], origin: string): PlaylistFile {
  return {
    title,
    entries: tracks.map(track => ({
      title: track.title,
      artist: track.artistName,
      album: track.albumTitle,
      seconds: parseDuration(track.duration),
      link: origin + paths.track(track._id),
    })),
  }
}

/** The id of the track a link of such a file leads to; undefined of any other. */
export function trackIdFromLink(link = ''): string | undefined {
  const found = /^https?:\/\/[^/]+\/track\/([\w-]+)$/.exec(link)?.[1]
  return found !== undefined && isId(found) ? found : undefined
}
