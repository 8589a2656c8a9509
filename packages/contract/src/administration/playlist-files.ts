import * as z from 'zod/mini'
import { countLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { cursor, id, success } from '../values.ts'

const playlistFile = z.object({
  id,
  title: z.string(),
  path: z.string(),
  /**
   * `shown`: listeners see it. `empty`: none of its tracks was found. `gone`: its file is; the playlist stays. `removed`: an
   * administrator removed it, and its file is there. `problem`: it could not be read.
   */
  state: z.enum(['shown', 'empty', 'gone', 'removed', 'problem']),
  /** Why it could not be read, else ''. */
  problem: z.string(),
  lines: z.number(),
  /** Lines whose track was found. */
  matched: z.number(),
  /** Null for the service. */
  owner: z.nullable(z.object({ id, name: z.string() })),
})
export type PlaylistFileOfCollection = z.infer<typeof playlistFile>

export const fetchPlaylistFiles = operation({
  name: 'fetchPlaylistFiles',
  summary: `Playlist files of the collection by path, ${countLimits.collectionPage} at a time, but for those that repeat an album. \`next\` goes into the following call as \`after\`, and is absent at the end.`,
  method: 'GET',
  path: '/api/admin/collection/playlists',
  who: 'administrator',
  caching: 'none',
  input: z.strictObject({ after: z.optional(cursor) }),
  output: z.object({
    /** Whether the setting COLLECTION_PLAYLISTS lets imports read them and listeners see them. */
    isOn: z.boolean(),
    /** Number of files that only repeat an album. */
    repeatingAlbums: z.number(),
    files: z.array(playlistFile),
    next: z.optional(cursor),
  }),
})

const NO_SUCH_FILE = 'There is no such playlist.'

export const updatePlaylistOwner = operation({
  name: 'updatePlaylistOwner',
  summary: 'Makes a listener, or with null the service, the owner of a playlist of the collection.',
  method: 'POST',
  path: '/api/admin/collection/playlists/{id}/owner',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 404: 'There is no such playlist, or no such listener.' },
  input: z.strictObject({ id, ownerId: z.nullable(id) }),
  output: success,
})

export const removePlaylistFile = operation({
  name: 'removePlaylistFile',
  summary:
    'Removes a playlist of the collection, not its file. While the file is there, `restorePlaylistFile` brings it back.',
  method: 'POST',
  path: '/api/admin/collection/playlists/{id}/remove',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 404: NO_SUCH_FILE },
  input: z.strictObject({ id }),
  output: success,
})

export const restorePlaylistFile = operation({
  name: 'restorePlaylistFile',
  summary: 'Brings back a removed playlist of the collection, whose file is there.',
  method: 'POST',
  path: '/api/admin/collection/playlists/{id}/restore',
  who: 'administrator',
  caching: 'none',
  needsRecentSignIn: true,
  errors: { 404: NO_SUCH_FILE },
  input: z.strictObject({ id }),
  output: success,
})
