import * as z from 'zod/mini'
import { user } from './account.ts'
import { playedTracks } from './listening.ts'
import { operation } from './operation.ts'
import { playlist } from './playlists.ts'
import { id, isoDate } from './values.ts'

const listed = z.object({ _id: id, name: z.string(), at: isoDate })

/** Everything the service knows about one listener, in words as well as ids. */
export const ownData = z.object({
  madeAt: isoDate,
  user,
  createdAt: isoDate,
  sessions: z.array(z.object({ createdAt: isoDate, lastUsedAt: isoDate })),
  /** From where the listener signed in of late; the addresses themselves are not kept. */
  signInAddresses: z.array(z.object({ lastAt: isoDate })),
  pictures: z.array(z.object({ _id: id, bytes: z.number(), keptAt: isoDate })),
  following: z.array(listed),
  interestedArtists: z.array(listed),
  interestedGenres: z.array(listed),
  /** When a play was counted last. */
  countedTracks: z.array(listed),
  countedAlbums: z.array(listed),
  playlists: z.array(
    z.extend(playlist, {
      songs: z.array(
        z.object({ _id: id, title: z.string(), artistName: z.string(), albumTitle: z.string() }),
      ),
    }),
  ),
  playedTracks,
  permissions: z.object({ fromArtists: z.boolean(), aboutArtistsAndMusic: z.boolean() }),
  /** The browsers that push notifications go to. */
  devices: z.array(z.object({ createdAt: isoDate, lastSeenAt: isoDate })),
})
export type OwnData = z.infer<typeof ownData>

/** Beyond the specification's list: a listener may leave with what is theirs. */
export const fetchOwnData = operation({
  name: 'fetchOwnData',
  summary: 'Everything the service knows about the caller.',
  method: 'GET',
  path: '/api/ownData',
  who: 'owner',
  caching: 'none',
  perUser: { calls: 10, seconds: 3600 },
  withinSeconds: 25,
  input: z.strictObject({}),
  output: ownData,
})

export const ownDataOperations = [fetchOwnData] as const
