import * as z from 'zod/mini'
import { artist } from '../catalogue/artists.ts'
import { track } from '../catalogue/tracks.ts'
import { formatLimit } from '../describe-limits.ts'
import { countLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { record, wire } from '../record.ts'
import { id, noInput } from '../values.ts'

const followers = z.object({ followers: z.number() })

export const fetchFollowingArtists = operation({
  name: 'fetchFollowingArtists',
  summary: `The artists the caller follows, most recent first: at most ${formatLimit(countLimits.followedArtists)} records, all ids, and the ${countLimits.followedTracks} most played tracks of all of them.`,
  method: 'GET',
  path: '/api/fetchFollowingArtists',
  who: 'owner',
  caching: 'none',
  input: noInput,
  output: record({
    artists: z.array(artist),
    artistIds: wire('artistsArr', z.array(id)),
    tracks: z.array(track),
  }),
})

export const addFollowingArtist = operation({
  name: 'addFollowingArtist',
  summary: `Follows an artist; idempotent. 409 beyond ${formatLimit(countLimits.follows)}.`,
  method: 'POST',
  path: '/api/addFollowingArtist',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'There is no such artist.', 409: 'The caller follows too many artists.' },
  perUser: userRates.write,
  input: z.strictObject({ artistId: id }),
  output: followers,
})

export const removeFollowingArtist = operation({
  name: 'removeFollowingArtist',
  summary: 'Unfollows an artist; idempotent.',
  method: 'POST',
  path: '/api/removeFollowingArtist',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'There is no such artist.' },
  perUser: userRates.write,
  input: z.strictObject({ artistId: id }),
  output: followers,
})
