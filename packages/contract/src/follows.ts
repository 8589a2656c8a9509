import * as z from 'zod/mini'
import { artist, track } from './catalogue.ts'
import { USER_WRITES } from './limits.ts'
import { operation } from './operation.ts'
import { id } from './values.ts'

/** Most artists one listener follows. */
export const MOST_FOLLOWS = 5_000

/** Most records of followed artists in one answer; their ids come all. */
export const FOLLOWED_ARTISTS = 1_000
/** How many of the tracks of followed artists are told, the most played (PROP-21). */
export const FOLLOWED_TRACKS = 10

const nothing = z.strictObject({})
const followers = z.object({ followers: z.number() })

export const fetchFollowingArtists = operation({
  name: 'fetchFollowingArtists',
  summary:
    'The artists the caller follows, the newest follow first: the records of 1,000 at most, the ids of all, and their ten most played tracks together (READ-29).',
  method: 'GET',
  path: '/api/fetchFollowingArtists',
  who: 'owner',
  caching: 'none',
  input: nothing,
  output: z.object({ artists: z.array(artist), artistsArr: z.array(id), tracks: z.array(track) }),
})

export const addFollowingArtist = operation({
  name: 'addFollowingArtist',
  summary: 'Follows an artist; whoever does so already changes nothing. 409 beyond 5,000.',
  method: 'POST',
  path: '/api/addFollowingArtist',
  who: 'owner',
  caching: 'none',
  refuses: { 404: 'There is no such artist.', 409: 'The caller follows too many artists.' },
  perUser: USER_WRITES,
  input: z.strictObject({ artistId: id }),
  output: followers,
})

export const removeFollowingArtist = operation({
  name: 'removeFollowingArtist',
  summary: 'Follows an artist no longer; whoever does not changes nothing.',
  method: 'POST',
  path: '/api/removeFollowingArtist',
  who: 'owner',
  caching: 'none',
  refuses: { 404: 'There is no such artist.' },
  perUser: USER_WRITES,
  input: z.strictObject({ artistId: id }),
  output: followers,
})

export const followOperations = [fetchFollowingArtists, addFollowingArtist, removeFollowingArtist] as const
