import * as z from 'zod/mini'
import { track } from '../catalogue/tracks.ts'
import { formatLimit } from '../describe-limits.ts'
import { playlist } from '../library/playlists.ts'
import { countLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { strictRecord, wire } from '../record.ts'
import { id, noInput } from '../values.ts'

// These calls are for other clients; our pages use none of them.

export const fetchAllPlaylists = operation({
  name: 'fetchAllPlaylists',
  summary: "All of the caller's playlists, including Liked Songs; never another listener's.",
  method: 'GET',
  path: '/api/fetchallPlaylists',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readAllLists,
  input: noInput,
  output: z.array(playlist),
})

export const crudPlaylist = operation({
  name: 'crudPlaylist',
  summary: `\`read\` returns the track ids of a playlist, and whether it holds the given track; \`add\` appends the track unless the playlist holds it. 409 beyond ${formatLimit(countLimits.playlistTracks)} tracks, and beyond ${formatLimit(countLimits.tracksOfAllPlaylists)} in all playlists.`,
  method: 'POST',
  path: '/api/crudPlaylist',
  who: 'owner',
  acceptsCookie: true,
  caching: 'none',
  errors: {
    404: 'The caller has no such playlist, or there is no such track.',
    409: 'The playlist would hold too many tracks.',
  },
  perUser: userRates.write,
  input: strictRecord({
    trackId: z.optional(id),
    playlistId: id,
    action: wire('crudMethod', z.enum(['read', 'add'])),
  }),
  output: z.object({ tracks: z.array(id), holds: z.optional(z.boolean()) }),
})

export const fetchLikedTracks = operation({
  name: 'fetchLikedTracks',
  summary: 'The tracks the caller likes, in the order of Liked Songs.',
  method: 'GET',
  path: '/api/fetchallLikedTracks',
  who: 'owner',
  caching: 'none',
  perUser: userRates.readList,
  input: noInput,
  output: z.array(track),
})
