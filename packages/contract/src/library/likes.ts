import * as z from 'zod/mini'
import { formatLimit } from '../describe-limits.ts'
import { countLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id, noInput, success } from '../values.ts'
import { playlist } from './playlists.ts'

export const fetchLikedTracksPlaylist = operation({
  name: 'fetchLikedTracksPlaylist',
  summary: "The caller's Liked Songs; empty until the first like creates it.",
  method: 'GET',
  path: '/api/fetchLikedTracksPlaylist',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readList,
  input: noInput,
  output: playlist,
})

export const fetchLikedSongs = operation({
  name: 'fetchLikedSongs',
  summary: 'The ids of the tracks the caller likes.',
  method: 'GET',
  path: '/api/fetchLikedSongsbyUser',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readList,
  input: noInput,
  output: z.array(id),
})

export const appendLikedSongs = operation({
  name: 'appendLikedSongs',
  summary: `Likes a track; idempotent. 409 beyond ${formatLimit(countLimits.playlistTracks)}.`,
  method: 'POST',
  path: '/api/appendLikedSongs',
  who: 'owner',
  caching: 'none',
  errors: { 404: 'There is no such track.', 409: 'Liked Songs would hold too many tracks.' },
  perUser: userRates.write,
  input: z.strictObject({ trackId: id }),
  output: success,
})
