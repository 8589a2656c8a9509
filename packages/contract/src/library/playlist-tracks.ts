import * as z from 'zod/mini'
import { track } from '../catalogue/tracks.ts'
import { formatLimit } from '../describe-limits.ts'
import { entryId } from '../entry-ids.ts'
import { byteLimits, countLimits, textLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { strictRecord, wire } from '../record.ts'
import { id } from '../values.ts'
import { playlist, playlistComment } from './playlists.ts'

export const deleteTrackFromPlaylist = operation({
  name: 'deleteTrackFromPlaylist',
  summary:
    'Removes a track from a playlist, each time it is there, or the like from Liked Songs; idempotent.',
  method: 'POST',
  path: '/api/deleteTrackFromPlaylist',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'The caller has no such playlist.' },
  perUser: userRates.write,
  input: z.strictObject({ trackId: id, playlistId: id }),
  output: playlist,
})

const addedIds = z.array(id).check(z.minLength(1), z.maxLength(countLimits.playlistTracks))

/** Adds a whole album or an imported playlist file in one call. */
export const addTracksToPlaylist = operation({
  name: 'addTracksToPlaylist',
  summary: `Appends tracks in the given order; skips unknown tracks and those it already holds. 409, with nothing added, beyond ${formatLimit(countLimits.playlistTracks)}.`,
  method: 'POST',
  path: '/api/addTracksToPlaylist',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'The caller has no such playlist.', 409: 'The playlist would hold too many tracks.' },
  perUser: userRates.write,
  bodyLimit: byteLimits.trackIdsBody,
  input: strictRecord({ playlistId: id, tracks: wire('tracksArray', addedIds) }),
  output: playlist,
})

export const movePlaylistTrack = operation({
  name: 'movePlaylistTrack',
  summary:
    'Moves an entry behind another entry of the playlist, or to the start if `afterTrackId` is null; 404 if the playlist no longer holds either.',
  method: 'POST',
  path: '/api/movePlaylistTrack',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'The caller has no such playlist, or it does not hold the tracks.' },
  perUser: userRates.moveTrack,
  input: z.strictObject({ playlistId: id, trackId: entryId, afterTrackId: z.nullable(entryId) }),
  output: playlist,
})

export const removePlaylistEntry = operation({
  name: 'removePlaylistEntry',
  summary: 'Removes one entry of a playlist; other entries of the same track stay. Idempotent.',
  method: 'POST',
  path: '/api/playlists/{playlistId}/removeEntry',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'The caller has no such playlist.' },
  perUser: userRates.write,
  input: z.strictObject({ playlistId: id, entryId }),
  output: playlist,
})

const tracksInOrder = z.array(id).check(z.maxLength(countLimits.playlistTracks))

export const editPlaylist = operation({
  name: 'editPlaylist',
  summary: `Removes entries of a playlist by their indexes, counted from 0 as before the edit, or \`all\`; then appends tracks, also those that it holds, and sets the comment: all or nothing. Ignores indexes out of range and unknown tracks. Liked Songs holds each track once and has no comment (403). 409 beyond ${formatLimit(countLimits.playlistTracks)} tracks.`,
  method: 'POST',
  path: '/api/playlists/{playlistId}/edit',
  who: 'owner',
  caching: 'none',
  errors: {
    403: 'Liked Songs cannot be changed so.',
    404: 'The caller has no such playlist.',
    409: 'The playlist would hold too many tracks.',
  },
  perUser: userRates.write,
  bodyLimit: byteLimits.trackIdsBody,
  multilineFields: ['comment'],
  input: z.strictObject({
    playlistId: id,
    comment: z.optional(playlistComment),
    removed: z.optional(
      z.union([
        z.literal('all'),
        z.array(z.int().check(z.gte(0), z.lt(countLimits.ids))).check(z.maxLength(countLimits.ids)),
      ]),
    ),
    added: z.optional(tracksInOrder),
  }),
  output: playlist,
})

const field = z.string().check(z.maxLength(textLimits.playlistFileField.max))

/** How an entry was found, or why it was not. */
const matchReason = z.enum([
  /** Its file is in the collection. */
  'path',
  'names',
  /** Several tracks fit. */
  'several',
  /** A track with its title has another artist, album or length. */
  'differs',
  'unknown',
])

export type MatchReason = z.infer<typeof matchReason>

/** Finds the entries of a playlist file in the catalogue. */
export const matchTracks = operation({
  name: 'matchTracks',
  summary: `The catalogue's track, or null, for each entry of a playlist file: first by the longest end of its path, of at least the file's name and a folder, that one file of the collection has; else by title, artist and album ignoring case and accents, else by title and duration. \`reasons\` says how each was found, or why not; \`candidates\` has the ids of up to ${countLimits.matchCandidates} tracks that may be meant where none was found.`,
  method: 'POST',
  path: '/api/matchTracks',
  who: 'member',
  caching: 'none',
  perUser: userRates.matchTracks,
  bodyLimit: byteLimits.playlistFileBody,
  timeoutSeconds: 25,
  input: z.strictObject({
    entries: z
      .array(
        z.strictObject({
          title: field,
          artist: z.optional(field),
          album: z.optional(field),
          seconds: z.optional(z.number()),
          path: z.optional(z.string().check(z.maxLength(textLimits.playlistFilePath.max))),
        }),
      )
      .check(z.maxLength(countLimits.playlistFileEntries)),
  }),
  output: z.object({
    tracks: z.array(z.nullable(track)),
    reasons: z.array(matchReason),
    candidates: z.array(z.array(id)),
  }),
})
