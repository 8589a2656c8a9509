import * as z from 'zod/mini'
import { formatLimit } from '../describe-limits.ts'
import { countLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { cursor, id, isoDate, noInput, success } from '../values.ts'

const importRun = z.object({
  id,
  startedAt: isoDate,
  /** Null while it runs, and if its process ended without a word. */
  endedAt: z.nullable(isoDate),
  result: z.enum(['running', 'done', 'failed', 'interrupted']),
  /** Why it failed and what to do; '' if unknown or not failed. */
  problem: z.string(),
  /** Numbers of tracks. */
  added: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  moved: z.number(),
  unavailable: z.number(),
  forgotten: z.number(),
  /** Files that were not imported. */
  skipped: z.number(),
})
export type ImportRun = z.infer<typeof importRun>

/**
 * Why a folder is walked more often than once a day.
 *
 * - `remote`: others change it from other machines, of which no event tells; `shared`: or behind its file system
 * - `limit`: it has more folders than the system lets us watch
 * - `silent`: changes were found of which no event told
 * - `unavailable`: the system offers no events
 * - `bucket`
 */
export const WALK_REASONS = ['', 'remote', 'shared', 'limit', 'silent', 'unavailable', 'bucket'] as const
export type WalkReason = (typeof WALK_REASONS)[number]

const collection = z.object({
  folders: z.array(
    z.object({
      path: z.string(),
      /** When an import last completed; null if none has. */
      importedAt: z.nullable(isoDate),
      /** False if the environment gives it. */
      canRemove: z.boolean(),
    }),
  ),
  /** Whether an administrator can add one: not if the environment gives them. */
  canAddFolder: z.boolean(),
  /** Whether changes in the folders are imported by themselves. */
  watch: z.object({
    isOn: z.boolean(),
    /** The environment gives it. */
    isFixed: z.boolean(),
    /** Whether a process watches now. */
    isWatching: z.boolean(),
    /** How it follows each folder; empty while none does. */
    folders: z.array(
      z.object({
        path: z.string(),
        /** False if it is only walked. */
        isWatched: z.boolean(),
        /** Why events do not tell everything; '' if they do. */
        reason: z.enum(WALK_REASONS),
      }),
    ),
    /** When all folders are walked next; null if never. */
    nextWalkAt: z.nullable(isoDate),
  }),
  /** The running import, of whichever process. */
  running: z.nullable(
    z.object({
      /** Files read, and to read; the latter is 0 while the folders are being walked. */
      done: z.number(),
      total: z.number(),
      /** Seconds since it began to read; 0 while the folders are being walked. */
      seconds: z.number(),
      /** True for the sample catalogue. */
      sample: z.boolean(),
    }),
  ),
  /** The last imports, newest first. */
  runs: z.array(importRun),
  /** Files and pictures that the last import skipped; `fetchSkippedFiles` lists the first of them. */
  skippedFiles: z.number(),
  /** Tracks whose files are gone. */
  missingTracks: z.number(),
  albumsWithoutCover: z.number(),
  artistsWithoutPicture: z.number(),
  /** Albums that no tag names. */
  albumsNamedByFolder: z.number(),
  albumsWithBrokenTexts: z.number(),
  /** Pictures of albums and artists that `fetchCataloguePictures` lists. */
  uploadedPictures: z.number(),
})
export type Collection = z.infer<typeof collection>

export const fetchCollection = operation({
  name: 'fetchCollection',
  summary: `The folders of music, the running import, the last ${countLimits.importRuns} imports, and what needs attention.`,
  method: 'GET',
  path: '/api/admin/collection',
  who: 'administrator',
  caching: 'none',
  input: noInput,
  output: collection,
})

/** The refusals to import now. */
export const IMPORT_RUNS = 'An import is running: wait for it to end.'
export const IMPORTS_PAUSED = 'Imports are paused: resume them under Jobs.'
export const NO_FOLDERS =
  'No folder of music is known: add one, set MUSIC, or import one with npm run import.'

export const scanCollection = operation({
  name: 'scanCollection',
  summary:
    'Starts an import of all folders of music. 409 while an import runs or imports are paused, or if there is no folder.',
  method: 'POST',
  path: '/api/admin/collection/scan',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 409: IMPORT_RUNS },
  input: noInput,
  output: success,
})

const skippedFile = z.object({
  path: z.string(),
  reason: z.string(),
  /** What helps, if it is known. */
  hint: z.nullable(z.enum(['convert', 'ffmpeg', 'permissions', 'rename', 'damaged', 'move', 'picture'])),
})
export type SkippedFile = z.infer<typeof skippedFile>

/** `next` goes into the following call as `after`, and is absent at the end. */
const page = z.strictObject({ after: z.optional(cursor) })

export const fetchSkippedFiles = operation({
  name: 'fetchSkippedFiles',
  summary: `Files that the last import skipped, then pictures that it could not use, ${countLimits.collectionPage} at a time. At most ${formatLimit(countLimits.skippedFiles)} are stored.`,
  method: 'GET',
  path: '/api/admin/collection/skipped',
  who: 'administrator',
  caching: 'none',
  input: page,
  output: z.object({ files: z.array(skippedFile), next: z.optional(cursor) }),
})

const missingTrack = z.object({
  id,
  title: z.string(),
  artist: z.string(),
  albumId: id,
  album: z.string(),
  /** Where its file was; '' if unknown. */
  path: z.string(),
})
export type MissingTrack = z.infer<typeof missingTrack>

export const fetchMissingTracks = operation({
  name: 'fetchMissingTracks',
  summary: `Tracks whose files are gone, by title, ${countLimits.collectionPage} at a time.`,
  method: 'GET',
  path: '/api/admin/collection/missing',
  who: 'administrator',
  caching: 'none',
  input: page,
  output: z.object({ tracks: z.array(missingTrack), next: z.optional(cursor) }),
})

const forgetPreview = z.object({
  /** Id of the last import; `forgetMissingTracks` takes it. Null if there was none. */
  runId: z.nullable(id),
  tracks: z.number(),
  albums: z.number(),
  /** What listeners would lose. */
  likes: z.number(),
  playlistEntries: z.number(),
  listeners: z.number(),
})
export type ForgetPreview = z.infer<typeof forgetPreview>

export const previewForgetting = operation({
  name: 'previewForgetting',
  summary: 'What listeners would lose if the missing tracks were forgotten.',
  method: 'GET',
  path: '/api/admin/collection/missing/preview',
  who: 'administrator',
  caching: 'none',
  input: noInput,
  output: forgetPreview,
})

/** The refusal to forget other tracks than those shown. */
export const IMPORTED_SINCE = 'Another import has run since: look again at what would be forgotten.'

export const forgetMissingTracks = operation({
  name: 'forgetMissingTracks',
  summary:
    'Starts an import that removes the tracks that were missing already. Tracks on a disk that may only be unplugged stay. Their likes and places in playlists come back with the same files within 90 days. 409 while an import runs, or if one has run since the preview.',
  method: 'POST',
  path: '/api/admin/collection/missing/forget',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 409: IMPORTED_SINCE },
  input: z.strictObject({ runId: id }),
  output: success,
})

const unpictured = z.object({
  id,
  name: z.string(),
  /** The artist of an album; '' for an artist. */
  artist: z.string(),
})
export type Unpictured = z.infer<typeof unpictured>

export const fetchUnpictured = operation({
  name: 'fetchUnpictured',
  summary: `Albums without a cover, or artists without any picture, by name, ${countLimits.collectionPage} at a time.`,
  method: 'GET',
  path: '/api/admin/collection/unpictured',
  who: 'administrator',
  caching: 'none',
  input: z.strictObject({ kind: z.enum(['albums', 'artists']), after: z.optional(cursor) }),
  output: z.object({ items: z.array(unpictured), next: z.optional(cursor) }),
})

const foundAlbum = z.object({ id, name: z.string(), artist: z.string() })
export type FoundAlbum = z.infer<typeof foundAlbum>

export const fetchAlbumsNamedByFolder = operation({
  name: 'fetchAlbumsNamedByFolder',
  summary: `Albums of which no track has an album in its tags, so that they have the name of their folder. By name, ${countLimits.collectionPage} at a time.`,
  method: 'GET',
  path: '/api/admin/collection/named-by-folder',
  who: 'administrator',
  caching: 'none',
  input: page,
  output: z.object({ albums: z.array(foundAlbum), next: z.optional(cursor) }),
})

const brokenAlbum = z.object({
  ...foundAlbum.shape,
  /** Some of its texts that look broken. */
  texts: z.array(z.string()),
  /** The same texts in character sets in which they make sense, the likeliest first. */
  readings: z.array(z.object({ charset: z.string(), texts: z.array(z.string()) })),
  /** Whether the setting `TAG_CHARSET` would read them so; else only other tags help. */
  takesCharset: z.boolean(),
})
export type BrokenAlbum = z.infer<typeof brokenAlbum>

export const fetchBrokenAlbums = operation({
  name: 'fetchBrokenAlbums',
  summary: `Albums whose texts look as if they were read in a wrong character set, with how they would read in others. By name, ${countLimits.collectionPage} at a time.`,
  method: 'GET',
  path: '/api/admin/collection/broken-texts',
  who: 'administrator',
  caching: 'none',
  input: page,
  output: z.object({ albums: z.array(brokenAlbum), next: z.optional(cursor) }),
})

const duplicate = z.object({
  /** What the files have in common; `name` stands for title, artist and length in seconds. */
  reason: z.enum(['audio', 'recording', 'name']),
  files: z.array(
    z.object({
      /** Within its folder of the collection. */
      path: z.string(),
      title: z.string(),
      artist: z.string(),
      albumId: id,
      album: z.string(),
    }),
  ),
})
export type Duplicate = z.infer<typeof duplicate>
export type DuplicateReason = Duplicate['reason']

export const fetchDuplicates = operation({
  name: 'fetchDuplicates',
  summary: `Files that seem to be the same: with the same audio, the same MusicBrainz recording, or the same title, artist and length. By title, ${countLimits.collectionPage} groups at a time. Files whose tags say the same may be different versions.`,
  method: 'GET',
  path: '/api/admin/collection/duplicates',
  who: 'administrator',
  caching: 'none',
  timeoutSeconds: 30,
  input: page,
  output: z.object({ duplicates: z.array(duplicate), next: z.optional(cursor) }),
})
