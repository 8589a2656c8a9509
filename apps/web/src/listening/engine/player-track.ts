import type { Album } from '@refrain/contract/catalogue/albums'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { type PictureOf, pictureAddress } from '@refrain/contract/media/picture-address'
import { AUDIO_PATH } from '@refrain/contract/media/streams'
import { fillPath } from '@refrain/contract/operation'
import type { PlayerTrack, PlayingList } from '@refrain/player/state/player-state'
import { backend } from '../../api/backend.ts'
import { parseDuration } from '../../catalogue/format-catalogue.ts'
import { knownPictures } from './known-pictures.ts'

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
    genre: track.genre,
    audioSrc: backend + fillPath(AUDIO_PATH, { albumId: track.albumId, url: track.url }),
    durationSeconds: parseDuration(track.duration),
    artwork: pictureAddress(trackPicture(track), 256, 'webp', backend),
    disc: track.disc,
    number: track.number,
  }
  knownPictures.set(made, track.picture)
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

const converted = new WeakMap<readonly Track[], PlayerTrack[]>()

/**
 * The available tracks of a list for the player. Converting thousands takes longer than a press may: call it before one is likely,
 * as the result is kept.
 */
export function toPlayerTracks(tracks: readonly Track[]): PlayerTrack[] {
  const known = converted.get(tracks)
  if (known) return known
  const made = tracks.filter(track => track.available).map(toPlayerTrack)
  converted.set(tracks, made)
  return made
}
