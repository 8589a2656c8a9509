import * as z from 'zod/mini'
import { appKey } from './account/app-keys.ts'
import { user } from './account/user.ts'
import { ARCHIVE_VERSION, archivedTrack } from './library/archive.ts'
import { playlistFields } from './library/playlists.ts'
import { userRates } from './limits.ts'
import { nowPlaying } from './listening/now-playing.ts'
import { playQueue } from './listening/play-queue.ts'
import { playedTracks } from './listening/plays.ts'
import { operation } from './operation.ts'
import { record, recordFields, wire } from './record.ts'
import { id, isoDate, noInput } from './values.ts'

const listedFields = recordFields({ id: wire('_id', id), name: z.string(), at: isoDate })
const listed = record(listedFields)
const listedArtist = record({ ...listedFields, mbid: z.string() })
const listedAlbum = record({ ...listedFields, mbid: z.string(), artistName: z.string() })

const songs = z.array(
  record({
    id: wire('_id', id),
    title: z.string(),
    artistName: z.string(),
    albumTitle: z.string(),
    addedAt: isoDate,
  }),
)

/**
 * Everything that the service stores about one listener, with names as well as ids. Another instance recognises the
 * music by it; see `library/archive.ts`.
 */
const ownData = z.object({
  version: z.literal(ARCHIVE_VERSION),
  madeAt: isoDate,
  user,
  createdAt: isoDate,
  /** When the email address was verified. */
  emailVerifiedAt: z.nullable(isoDate),
  /** Links that were sent to the listener and still work. */
  emailLinks: z.array(z.object({ purpose: z.string(), email: z.string(), sentAt: isoDate })),
  /** Since when logins ask for a code, and how many recovery codes are left; null if they do not. */
  secondFactor: z.nullable(z.object({ since: isoDate, recoveryCodes: z.number() })),
  /** Without anything that signs in. */
  passkeys: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      isSynced: z.boolean(),
      createdAt: isoDate,
      lastUsedAt: z.nullable(isoDate),
    }),
  ),
  sessions: z.array(
    z.object({
      browser: z.string(),
      system: z.string(),
      network: z.string(),
      createdAt: isoDate,
      lastUsedAt: isoDate,
    }),
  ),
  /** App passwords and API keys, without their secrets. */
  appKeys: z.array(appKey),
  /** When the listener last signed in from each address; only hashes of the addresses are stored. */
  signInAddresses: z.array(z.object({ lastAt: isoDate })),
  pictures: z.array(record({ id: wire('_id', id), bytes: z.number(), uploadedAt: isoDate })),
  following: z.array(listedArtist),
  interestedArtists: z.array(listedArtist),
  interestedGenres: z.array(listed),
  /** `at` is when a play was last counted. */
  countedTracks: z.array(listed),
  countedAlbums: z.array(listedAlbum),
  keptAlbums: z.array(listedAlbum),
  ratedTracks: z.array(record({ ...listedFields, rating: z.number() })),
  ratedAlbums: z.array(
    record({ ...listedFields, mbid: z.string(), artistName: z.string(), rating: z.number() }),
  ),
  ratedArtists: z.array(record({ ...listedFields, mbid: z.string(), rating: z.number() })),
  /** Each counted play, with the device or app ('' if unknown) and how much was heard (null if unknown). */
  countedPlays: z.array(
    record({ ...listedFields, client: z.string(), secondsHeard: z.nullable(z.number()) }),
  ),
  bookmarks: z.array(record({ ...listedFields, positionMs: z.number(), comment: z.string() })),
  queue: playQueue,
  nowPlaying: z.nullable(nowPlaying),
  playlists: z.array(
    record({
      ...playlistFields,
      /** Id of the playlist on the instance where it was created. */
      origin: id,
      songs,
    }),
  ),
  /** Those that can still be restored, the last deletion first. */
  deletedPlaylists: z.array(
    record({
      id: wire('_id', id),
      type: playlistFields.type,
      title: z.string(),
      picturePath: wire('profile_path', z.string()),
      comment: z.string(),
      createdAt: isoDate,
      deletedAt: isoDate,
      songs,
    }),
  ),
  playedTracks,
  /** Every track named above, as another instance recognises it. */
  tracks: z.array(archivedTrack),
  permissions: z.object({ fromArtists: z.boolean(), aboutArtistsAndMusic: z.boolean() }),
  /** Browsers that receive push notifications. */
  devices: z.array(z.object({ createdAt: isoDate, lastSeenAt: isoDate })),
})
export type OwnData = z.infer<typeof ownData>

export const fetchOwnData = operation({
  name: 'fetchOwnData',
  summary: 'Everything the service stores about the caller.',
  method: 'GET',
  path: '/api/ownData',
  who: 'owner',
  caching: 'none',
  perUser: userRates.ownData,
  timeoutSeconds: 25,
  input: noInput,
  output: ownData,
})
