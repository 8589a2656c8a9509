import type { Album } from '@refrain/contract/catalogue/albums'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { type PictureOf, pictureAddress } from '@refrain/contract/media/picture-address'
import { AUDIO_PATH } from '@refrain/contract/media/streams'
import { fillPath } from '@refrain/contract/operation'
import type { PlayerTrack, PlayingList } from '@refrain/player/state/player-state'
import { backend } from '../../api/backend.ts'
import { parseDuration } from '../../catalogue/format-catalogue.ts'
import { whenIdle } from '../../ui/timing/when-idle.ts'
import { rememberPicture } from './known-pictures.ts'

/** A track shows the picture of its album. */
export function trackPicture(track: Track): PictureOf {
  return { owner: 'album', ownerId: track.albumId, picturePath: track.picture.picturePath }
}

/** Converts a catalogue track, or an entry of a list, for the player. */
export function toPlayerTrack(track: Track & { readonly entryId?: string }): PlayerTrack {
  const made: PlayerTrack = {
    id: track.id,
    ...(track.entryId !== undefined && { entryId: track.entryId }),
    title: track.title,
    albumId: track.albumId,
    albumTitle: track.albumTitle,
    artistId: track.artistId,
    artistName: track.artistName,
    ...(track.artists && { artists: track.artists }),
    genre: track.genre,
    audioSrc: backend + fillPath(AUDIO_PATH, { albumId: track.albumId, url: track.url }),
    durationSeconds: parseDuration(track.duration),
    artwork: pictureAddress(trackPicture(track), 256, 'webp', backend),
    disc: track.disc,
    number: track.number,
  }
  rememberPicture(made, track.picture)
  return made
}

/** An album with its available tracks, as a list to play. */
export function toPlayingList(album: Pick<Album, 'id' | 'title'>, tracks: readonly Track[]): PlayingList {
  return { id: album.id, title: album.title, type: 'album', tracks: toPlayerTracks(tracks) }
}

/** Tracks that form a list in the order shown, such as a daily mix or the tracks of a genre. */
export interface TrackListing {
  /** Unique among all lists and albums. */
  readonly id: string
  readonly title: string
  readonly tracks: readonly Track[]
  /** Set if these are only the first tracks. */
  readonly loadAll?: () => Promise<readonly Track[]>
}

/** Converts such a list, with its available tracks, for the player. */
export function toPlaylist({ id, title, tracks }: TrackListing): PlayingList {
  return { id, title, type: 'playlist', tracks: toPlayerTracks(tracks) }
}

/** Tracks that are converted at once: about a millisecond on a slow device. */
const SLICE = 100
/** Longest wait for an idle moment, in milliseconds. */
const IDLE_MS = 500

interface Conversion {
  readonly made: PlayerTrack[]
  /** How many tracks of the list have been looked at. */
  done: number
}

const conversions = new WeakMap<readonly Track[], Conversion>()

/** The available tracks of a list for the player. The result is kept. */
function toPlayerTracks(tracks: readonly Track[]): PlayerTrack[] {
  return convertUpTo(tracks, tracks.length).made
}

/**
 * Converts a list that somebody may play, slice by slice: thousands of tracks take longer than a press may.
 * @param onDone called when the list is converted; at once for a short list
 * @returns stops it
 */
export function convertWhenIdle(tracks: readonly Track[], onDone = () => {}): () => void {
  let cancel = () => {}
  function step(): void {
    const { done } = convertUpTo(tracks, (conversions.get(tracks)?.done ?? 0) + SLICE)
    if (done >= tracks.length) onDone()
    else cancel = whenIdle(step, IDLE_MS)
  }
  if (tracks.length <= SLICE) step()
  else cancel = whenIdle(step, IDLE_MS)
  return () => cancel()
}

function convertUpTo(tracks: readonly Track[], end: number): Conversion {
  const conversion = conversions.get(tracks) ?? { made: [], done: 0 }
  conversions.set(tracks, conversion)
  for (const track of tracks.slice(conversion.done, end)) {
    if (track.available) conversion.made.push(toPlayerTrack(track))
  }
  conversion.done = Math.max(conversion.done, Math.min(end, tracks.length))
  return conversion
}
