import * as z from 'zod/mini'
import { formatLimit } from '../describe-limits.ts'
import { entryId } from '../entry-ids.ts'
import { byteLimits, countLimits, dayLimits, textLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { record, recordFields, strictRecord, wire } from '../record.ts'
import { id, isoDate, noInput, placeholder, success } from '../values.ts'

/** Identifies retries of the same request: an id that the caller makes up. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'

/** Colour of a playlist without a picture. */
export const PLAYLIST_COLOUR = '#3d4663'

export const LIKED_SONGS_COLOUR = '#5a3fa0'

/** Title of the playlist of liked tracks. No other playlist may have it. */
export const LIKED_SONGS = 'Liked Songs'

/** Id of a listener's Liked Songs: the same before the first like and after deletion. */
export function likedSongsId(userId: string): string {
  return `liked-${userId}`
}

/** Title of a new playlist. */
export function newPlaylistTitle(n: number): string {
  return `My Playlist #${n}`
}

export const playlistFields = recordFields({
  id: wire('_id', id),
  /** `liked` is Liked Songs, whatever its title. */
  type: z.enum(['playlist', 'liked']),
  title: z.string(),
  /** File name of the picture, or ''. */
  picturePath: wire('profile_path', z.string()),
  ...placeholder,
  /** Track ids in the listener's order. A track may be there several times. */
  tracks: z.array(id),
  /** What identifies each of `tracks` within the playlist; left out if it is the id of the track for all of them. */
  entryIds: z.optional(z.array(entryId)),
  comment: z.string(),
  createdAt: isoDate,
  changedAt: isoDate,
  /** Increases with each change. */
  version: z.number(),
})

export const playlist = record(playlistFields)

export type Playlist = z.infer<typeof playlist>

export const createPlaylist = operation({
  name: 'createPlaylist',
  summary: `Creates an empty playlist, "My Playlist #N". A retry with the same \`idempotency-key\` header within ten minutes returns the same playlist. 409 beyond ${countLimits.playlists} playlists; 403 for a prefetch.`,
  method: 'GET',
  path: '/api/createPlaylist',
  who: 'owner',
  caching: 'none',
  errors: { 403: 'The request is a prefetch.', 409: 'The caller has too many playlists.' },
  perUser: userRates.createPlaylist,
  input: noInput,
  output: playlist,
})

export const playlistComment = z.string().check(z.maxLength(textLimits.comment.max))

export const createFilledPlaylist = operation({
  name: 'createFilledPlaylist',
  summary: `Creates a playlist with a title and tracks, in the order given and as often as given; skips unknown tracks. 409 beyond ${countLimits.playlists} playlists or ${formatLimit(countLimits.playlistTracks)} tracks.`,
  method: 'POST',
  path: '/api/playlists',
  who: 'owner',
  caching: 'none',
  errors: { 409: 'The caller would have too many playlists, or tracks in them.' },
  perUser: userRates.createPlaylist,
  bodyLimit: byteLimits.trackIdsBody,
  input: z.strictObject({
    title: z.string(),
    tracks: z.array(id).check(z.maxLength(countLimits.playlistTracks)),
  }),
  bounds: { title: { minLength: textLimits.playlistTitle.min, maxLength: textLimits.playlistTitle.max } },
  output: playlist,
})

export const fetchUserPlaylists = operation({
  name: 'fetchUserPlaylists',
  summary: "The caller's own playlists without Liked Songs, newest first.",
  method: 'GET',
  path: '/api/getUserPlaylistsbyAuth',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readAllLists,
  input: noInput,
  output: z.array(playlist),
})

export const fetchPlaylist = operation({
  name: 'fetchPlaylist',
  summary: "One of the caller's playlists; 404 for any other.",
  method: 'POST',
  path: '/api/fetchPlaylistbyId',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'The caller has no such playlist.' },
  perUser: userRates.readList,
  input: z.strictObject({ id }),
  output: playlist,
})

export const updatePlaylist = operation({
  name: 'updatePlaylist',
  summary: `Sets title and picture. The title has ${textLimits.playlistTitle.min} to ${textLimits.playlistTitle.max} characters and is not "Liked Songs" in any letter case (400). Liked Songs itself cannot be changed (403). The picture is '' or an upload of the caller (400). With an \`if-match\` header: 412 if the version is no longer current.`,
  method: 'POST',
  path: '/api/updatePlaylist',
  who: 'owner',
  caching: 'none',
  errors: {
    403: 'Liked Songs cannot be changed.',
    404: 'The caller has no such playlist.',
    412: 'The playlist has changed since.',
  },
  perUser: userRates.write,
  input: strictRecord({
    playlistId: id,
    title: z.string(),
    picturePath: wire('profile_path', z.string().check(z.maxLength(textLimits.picturePath.max))),
  }),
  bounds: { title: { minLength: textLimits.playlistTitle.min, maxLength: textLimits.playlistTitle.max } },
  output: playlist,
})

export const deletePlaylist = operation({
  name: 'deletePlaylist',
  summary:
    "Deletes one of the caller's playlists at once; for Liked Songs, all likes. `restorePlaylist` brings it back.",
  method: 'POST',
  path: '/api/deleteplaylist',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'The caller has no such playlist.' },
  perUser: userRates.write,
  input: z.strictObject({ playlistId: id }),
  output: success,
})

export const restorePlaylist = operation({
  name: 'restorePlaylist',
  summary: `Brings a deleted playlist back, or the likes of the last deletion of Liked Songs, with id, order and times, for ${dayLimits.deletedPlaylist * 24} hours. Likes since then stay, each track once. Tracks that have left the catalogue return once it has them again. Returns a playlist that is there as it is. 409 beyond ${countLimits.playlists} playlists or ${formatLimit(countLimits.playlistTracks)} tracks.`,
  method: 'POST',
  path: '/api/playlists/{playlistId}/restore',
  who: 'owner',
  caching: 'none',
  errors: {
    404: 'The caller has not deleted such a playlist, or too long ago.',
    409: 'The caller would have too many playlists, or tracks in them.',
  },
  perUser: userRates.write,
  input: z.strictObject({ playlistId: id }),
  output: playlist,
})
