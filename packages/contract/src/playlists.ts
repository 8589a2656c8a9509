import * as z from 'zod/mini'
import { SHORTEST_NAME } from './account.ts'
import { track } from './catalogue.ts'
import { LONGEST_TITLE, MAX_IDS, USER_LIST_READS, USER_WHOLE_READS, USER_WRITES } from './limits.ts'
import { operation } from './operation.ts'
import { colour, id, isoDate, thumbHash } from './values.ts'

/** Most playlists one listener has, and most tracks one playlist holds. */
export const MOST_PLAYLISTS = 200
export const MOST_PLAYLIST_TRACKS = MAX_IDS
/** Most tracks that all playlists of one listener hold together. */
export const MOST_KEPT_TRACKS = 100_000
/** The header by which a request that comes again is known: an id of the caller's own making. */
export const IDEMPOTENCY_HEADER = 'idempotency-key'
/** The colour of a playlist without a picture. */
export const PLAYLIST_COLOUR = '#3d4663'
export const LIKED_SONGS_COLOUR = '#5a3fa0'

/** The title of the one playlist that likes make; no other may bear it (PROP-27). */
export const LIKED_SONGS = 'Liked Songs'

/** Liked Songs has one id for a listener, also before the first like and after it was deleted. */
export function likedSongsId(userId: string): string {
  return `liked-${userId}`
}

/** What a new playlist is called (PROP-24). */
export function newPlaylistTitle(n: number): string {
  return `My Playlist #${n}`
}

export const playlist = z.object({
  _id: id,
  /** `liked` is Liked Songs; what it is called does not make it that. */
  type: z.enum(['playlist', 'liked']),
  title: z.string(),
  /** File name of the picture, '' where it has none of its own. */
  profile_path: z.string(),
  /** How the picture looks before it is there. */
  color: colour,
  thumbhash: thumbHash,
  /** Track ids in the listener's order. */
  tracks: z.array(id),
  createdAt: isoDate,
  /** Grows with each change. */
  version: z.number(),
})
export type Playlist = z.infer<typeof playlist>

const nothing = z.strictObject({})
const ids = z.array(id).check(z.minLength(1), z.maxLength(MOST_PLAYLIST_TRACKS))

export const createPlaylist = operation({
  name: 'createPlaylist',
  summary:
    'Makes an empty playlist, "My Playlist #N". A retry with the same `idempotency-key` header within ten minutes answers the same one. 409 beyond 200; 403 for a prefetch.',
  method: 'GET',
  path: '/api/createPlaylist',
  who: 'owner',
  caching: 'none',
  refuses: { 403: 'The browser only prefetches it.', 409: 'The caller has too many playlists.' },
  perUser: { calls: 20, seconds: 60 },
  input: nothing,
  output: playlist,
})

export const fetchUserPlaylists = operation({
  name: 'fetchUserPlaylists',
  summary: "The caller's own playlists without Liked Songs, the newest first (READ-27).",
  method: 'GET',
  path: '/api/getUserPlaylistsbyAuth',
  who: 'owner',
  caching: 'none',
  perUser: USER_WHOLE_READS,
  input: nothing,
  output: z.array(playlist),
})

export const fetchAllPlaylists = operation({
  name: 'fetchAllPlaylists',
  summary: "All of the caller's playlists, Liked Songs included; never another's (READ-27).",
  method: 'GET',
  path: '/api/fetchallPlaylists',
  who: 'owner',
  caching: 'none',
  perUser: USER_WHOLE_READS,
  input: nothing,
  output: z.array(playlist),
})

export const fetchPlaylist = operation({
  name: 'fetchPlaylist',
  summary: "One of the caller's playlists; 404 for any other.",
  method: 'POST',
  path: '/api/fetchPlaylistbyId',
  who: 'owner',
  caching: 'none',
  refuses: { 404: 'The caller has no such playlist.' },
  perUser: USER_LIST_READS,
  input: z.strictObject({ id }),
  output: playlist,
})

export const updatePlaylist = operation({
  name: 'updatePlaylist',
  summary:
    'Sets title and picture. The title has 3 to 100 characters and is not "Liked Songs", in whatever letters (400); Liked Songs itself is not changed (403); the picture is \'\' or an upload of the caller (400). With an `if-match` header: 412 where the version is another by now.',
  method: 'POST',
  path: '/api/updatePlaylist',
  who: 'owner',
  caching: 'none',
  refuses: {
    403: 'Liked Songs stays as it is.',
    404: 'The caller has no such playlist.',
    412: 'The playlist was changed in the meantime.',
  },
  perUser: USER_WRITES,
  input: z.strictObject({
    playlistId: id,
    title: z.string(),
    profile_path: z.string().check(z.maxLength(512)),
  }),
  bounds: { title: { minLength: SHORTEST_NAME, maxLength: LONGEST_TITLE } },
  output: playlist,
})

export const deletePlaylist = operation({
  name: 'deletePlaylist',
  summary: "Deletes one of the caller's playlists; Liked Songs with its likes.",
  method: 'POST',
  path: '/api/deleteplaylist',
  who: 'owner',
  caching: 'none',
  refuses: { 404: 'The caller has no such playlist.' },
  perUser: USER_WRITES,
  input: z.strictObject({ playlistId: id }),
  output: z.object({ success: z.literal(true) }),
})

export const deleteTrackFromPlaylist = operation({
  name: 'deleteTrackFromPlaylist',
  summary: 'Takes a track out of a playlist, from Liked Songs the like; an absent one changes nothing.',
  method: 'POST',
  path: '/api/deleteTrackFromPlaylist',
  who: 'owner',
  caching: 'none',
  refuses: { 404: 'The caller has no such playlist.' },
  perUser: USER_WRITES,
  input: z.strictObject({ trackId: id, playlistId: id }),
  output: playlist,
})

export const crudPlaylist = operation({
  name: 'crudPlaylist',
  summary:
    '`read` tells which tracks a playlist holds, and whether the one named; `add` adds it at the end, unless it is there (READ-28). 409 beyond 10,000, and beyond 100,000 in all playlists.',
  method: 'POST',
  path: '/api/crudPlaylist',
  who: 'owner',
  byCookie: true,
  caching: 'none',
  refuses: {
    404: 'The caller has no such playlist, or there is no such track.',
    409: 'It would hold too many tracks.',
  },
  perUser: USER_WRITES,
  input: z.strictObject({
    trackId: z.optional(id),
    playlistId: id,
    crudMethod: z.enum(['read', 'add']),
  }),
  output: z.object({ tracks: z.array(id), holds: z.optional(z.boolean()) }),
})

/** Beyond the specification's list: an album, or an imported list, is added in one piece (PROP-19). */
export const addTracksToPlaylist = operation({
  name: 'addTracksToPlaylist',
  summary:
    'Adds tracks at the end, in the order given; those it holds, and unknown ones, are passed over. 409, and nothing is added, beyond 10,000.',
  method: 'POST',
  path: '/api/addTracksToPlaylist',
  who: 'owner',
  caching: 'none',
  refuses: { 404: 'The caller has no such playlist.', 409: 'It would hold too many tracks.' },
  perUser: USER_WRITES,
  bodyLimit: 512 * 1024,
  input: z.strictObject({ playlistId: id, tracksArray: ids }),
  output: playlist,
})

/** Beyond the specification's list: the listener's own order. */
export const movePlaylistTrack = operation({
  name: 'movePlaylistTrack',
  summary:
    'Puts a track of a playlist behind another one of it, or first where `afterTrackId` is null; 404 where it holds either no longer.',
  method: 'POST',
  path: '/api/movePlaylistTrack',
  who: 'owner',
  caching: 'none',
  refuses: { 404: 'The caller has no such playlist, or it does not hold the tracks.' },
  perUser: { calls: 120, seconds: 60 },
  input: z.strictObject({ playlistId: id, trackId: id, afterTrackId: z.nullable(id) }),
  output: playlist,
})

const text = z.string().check(z.maxLength(300))

/** Beyond the specification's list: finds what a playlist file names. */
export const matchTracks = operation({
  name: 'matchTracks',
  summary:
    "For each entry of a playlist file the catalogue's track, or null: by title, artist and album without regard to case and accents, else by title and length.",
  method: 'POST',
  path: '/api/matchTracks',
  who: 'member',
  caching: 'none',
  perUser: { calls: 20, seconds: 60 },
  bodyLimit: 1024 * 1024,
  withinSeconds: 25,
  input: z.strictObject({
    entries: z
      .array(
        z.strictObject({
          title: text,
          artist: z.optional(text),
          album: z.optional(text),
          seconds: z.optional(z.number()),
        }),
      )
      .check(z.maxLength(1_000)),
  }),
  output: z.object({ tracks: z.array(z.nullable(track)) }),
})

export const playlistOperations = [
  createPlaylist,
  fetchUserPlaylists,
  fetchAllPlaylists,
  fetchPlaylist,
  updatePlaylist,
  deletePlaylist,
  deleteTrackFromPlaylist,
  crudPlaylist,
  addTracksToPlaylist,
  movePlaylistTrack,
  matchTracks,
] as const
