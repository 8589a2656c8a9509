import * as z from 'zod/mini'
import { formatBytes, formatLimit } from '../describe-limits.ts'
import { byteLimits, countLimits, textLimits, userRates } from '../limits.ts'
import { secondsHeard } from '../listening/listens.ts'
import { clientName } from '../listening/now-playing.ts'
import { operation } from '../operation.ts'
import { id } from '../values.ts'
import { playlistComment } from './playlists.ts'
import { MAX_RATING } from './ratings.ts'

/**
 * Version of `own-data.json` in the download of own data. Archives without a version are the first, which has neither
 * `tracks` nor the times of likes. The pages refuse newer ones.
 */
export const ARCHIVE_VERSION = 2

/** What identifies a record elsewhere: an audio id or a MusicBrainz id. */
export const ARCHIVED_KEY = /^[\w-]{0,64}$/

const text = z.string().check(z.maxLength(textLimits.archivedText.max))
/** An audio id or MusicBrainz id, '' if unknown. */
const key = z.string().check(z.regex(ARCHIVED_KEY))

/** A track as an archive describes it. */
export const archivedTrack = z.strictObject({
  id,
  audioId: key,
  /** MusicBrainz recording. */
  mbid: key,
  title: text,
  /** All artists, as credited. */
  artistName: text,
  albumTitle: text,
  /** MusicBrainz release. */
  albumMbid: key,
})
export type ArchivedTrack = z.infer<typeof archivedTrack>

const archivedAlbum = z.strictObject({ id, mbid: key, title: text, artistName: text })
export type ArchivedAlbum = z.infer<typeof archivedAlbum>

const archivedArtist = z.strictObject({ mbid: key, name: text })
export type ArchivedArtist = z.infer<typeof archivedArtist>

const batchOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.array(item).check(z.maxLength(countLimits.archiveBatch))

const found = z.array(z.nullable(id))

/** Finds the records of an archive of another instance in the catalogue. */
export const matchArchive = operation({
  name: 'matchArchive',
  summary: `The catalogue's id, or null, for each record of an archive. Tracks are found by audio id, then by MusicBrainz id, then by artist, album and title ignoring case and accents; the rest by MusicBrainz id or name. At most ${countLimits.archiveBatch} of each kind in one call.`,
  method: 'POST',
  path: '/api/matchArchive',
  who: 'member',
  caching: 'none',
  sameOrigin: true,
  perUser: userRates.importArchive,
  bodyLimit: byteLimits.archiveBody,
  timeoutSeconds: 25,
  input: z.strictObject({
    tracks: batchOf(archivedTrack),
    albums: batchOf(archivedAlbum),
    artists: batchOf(archivedArtist),
    /** By name. */
    genres: batchOf(text),
  }),
  output: z.object({ tracks: found, albums: found, artists: found, genres: found }),
})

/** The lists of an archive whose order follows from their times. */
export const ARCHIVE_LISTS = [
  'following',
  'interestedArtists',
  'interestedGenres',
  'countedTracks',
  'countedAlbums',
  'playedTracks',
  'keptAlbums',
  'ratedTracks',
  'ratedAlbums',
  'ratedArtists',
] as const
export type ArchiveList = (typeof ARCHIVE_LISTS)[number]

/** An id of this catalogue and the time from the archive. Times in the future count as now. */
const timed = z.strictObject({ id, at: z.iso.datetime() })

/** The same with the rating, for the lists of ratings. */
const item = z.strictObject({
  id,
  at: z.iso.datetime(),
  rating: z.optional(z.int().check(z.gte(1), z.lte(MAX_RATING))),
})

export const importArchiveItems = operation({
  name: 'importArchiveItems',
  summary: `Adds a part of an archive's list, by ids of this catalogue, to what the caller has; idempotent. The later of two times stays, except that a follow keeps its own. Play counts do not change. Ignores unknown ids, ratings without a number, and follows, kept albums and ratings beyond their limits, which it counts as \`overLimit\`.`,
  method: 'POST',
  path: '/api/importArchiveItems',
  who: 'owner',
  caching: 'none',
  sameOrigin: true,
  perUser: userRates.importArchive,
  bodyLimit: byteLimits.archiveBody,
  input: z.strictObject({ list: z.enum(ARCHIVE_LISTS), items: batchOf(item) }),
  output: z.object({ added: z.number(), overLimit: z.number() }),
})

/** A listen of an archive, by the track's id in this catalogue. */
const archivedListen = z.strictObject({
  id,
  at: z.iso.datetime(),
  client: z.optional(clientName.check(z.regex(/^\P{Cc}*$/u))),
  secondsHeard: z.optional(z.nullable(secondsHeard)),
})

export const importArchiveListens = operation({
  name: 'importArchiveListens',
  summary: `Adds listens of an archive to what the caller has; idempotent. Play counts do not change. Ignores unknown tracks, and moments at which the caller has a listen. At most ${formatLimit(countLimits.archivedListens)} in one call.`,
  method: 'POST',
  path: '/api/importArchiveListens',
  who: 'owner',
  caching: 'none',
  sameOrigin: true,
  perUser: userRates.importArchive,
  bodyLimit: byteLimits.archiveBody,
  timeoutSeconds: 25,
  input: z.strictObject({
    listens: z.array(archivedListen).check(z.maxLength(countLimits.archivedListens)),
  }),
  output: z.object({ added: z.number() }),
})

export const importArchivePlaylist = operation({
  name: 'importArchivePlaylist',
  summary: `Creates a playlist of an archive, with its time, and the tracks in their order; idempotent. If the caller has the playlist of this \`origin\`, or one with the same title and tracks, only missing entries are added, each behind its predecessor. \`liked\` adds to Liked Songs. 409, with nothing added, beyond ${countLimits.playlists} playlists or ${formatLimit(countLimits.playlistTracks)} tracks.`,
  method: 'POST',
  path: '/api/importArchivePlaylist',
  who: 'owner',
  caching: 'none',
  sameOrigin: true,
  errors: { 409: 'The caller would have too many playlists, or tracks in them.' },
  perUser: userRates.importArchive,
  bodyLimit: byteLimits.archiveBody,
  timeoutSeconds: 25,
  input: z.strictObject({
    /** Id of the playlist on the instance where it was created. */
    origin: id,
    type: z.enum(['playlist', 'liked']),
    title: z.string(),
    createdAt: z.iso.datetime(),
    comment: z.optional(playlistComment),
    tracks: z.array(timed).check(z.maxLength(countLimits.playlistTracks)),
  }),
  multilineFields: ['comment'],
  bounds: { title: { minLength: textLimits.playlistTitle.min, maxLength: textLimits.playlistTitle.max } },
  output: z.object({ playlistId: id, isNew: z.boolean(), added: z.number(), hasPicture: z.boolean() }),
})

export const importArchivePicture = operation({
  name: 'importArchivePicture',
  summary: `Takes the picture of an imported playlist in the multipart field \`file\`, with the checks of \`uploadPlaylistPicture\` and at most ${formatBytes(byteLimits.picture)}. A playlist that has a picture keeps it.`,
  method: 'POST',
  path: '/files/importArchivePicture/{playlistId}',
  who: 'owner',
  caching: 'none',
  sameOrigin: true,
  multipart: true,
  errors: {
    404: 'The caller has no such playlist.',
    409: 'The caller has reached the limit of stored pictures.',
  },
  perUser: userRates.importArchivePicture,
  input: z.strictObject({ playlistId: id }),
  output: z.object({ picturePath: z.string() }),
})
