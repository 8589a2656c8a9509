import * as z from 'zod/mini'
import { track } from './catalogue.ts'
import { USER_LIST_READS, USER_WRITES } from './limits.ts'
import { operation } from './operation.ts'
import { playlist } from './playlists.ts'
import { id } from './values.ts'

const nothing = z.strictObject({})

export const fetchLikedTracksPlaylist = operation({
  name: 'fetchLikedTracksPlaylist',
  summary: "The caller's Liked Songs; one that is empty until the first like, which makes it (READ-68).",
  method: 'GET',
  path: '/api/fetchLikedTracksPlaylist',
  who: 'owner',
  caching: 'none',
  perUser: USER_LIST_READS,
  input: nothing,
  output: playlist,
})

export const fetchLikedTracks = operation({
  name: 'fetchLikedTracks',
  summary: 'The tracks the caller likes, in the order of Liked Songs.',
  method: 'GET',
  path: '/api/fetchallLikedTracks',
  who: 'owner',
  caching: 'none',
  perUser: USER_LIST_READS,
  input: nothing,
  output: z.array(track),
})

export const fetchLikedSongs = operation({
  name: 'fetchLikedSongs',
  summary: 'The ids of the tracks the caller likes.',
  method: 'GET',
  path: '/api/fetchLikedSongsbyUser',
  who: 'owner',
  caching: 'none',
  perUser: USER_LIST_READS,
  input: nothing,
  output: z.array(id),
})

export const appendLikedSongs = operation({
  name: 'appendLikedSongs',
  summary: 'Likes a track; one that is liked stays as it is. 409 beyond 10,000.',
  method: 'POST',
  path: '/api/appendLikedSongs',
  who: 'owner',
  caching: 'none',
  refuses: { 404: 'There is no such track.', 409: 'It would hold too many tracks.' },
  perUser: USER_WRITES,
  input: z.strictObject({ trackId: id }),
  output: z.object({ success: z.literal(true) }),
})

export const likeOperations = [
  fetchLikedTracksPlaylist,
  fetchLikedTracks,
  fetchLikedSongs,
  appendLikedSongs,
] as const
