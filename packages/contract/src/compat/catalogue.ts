import * as z from 'zod/mini'
import { album } from '../catalogue/albums.ts'
import { artist } from '../catalogue/artists.ts'
import { track } from '../catalogue/tracks.ts'
import { byteLimits, guestShares, sessionRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { strictRecord, wire } from '../record.ts'
import { id, idList, noInput } from '../values.ts'

// These calls are for other clients; our pages use none of them.

export const fetchAllAlbums = operation({
  name: 'fetchAllAlbums',
  summary: 'All albums, by title.',
  method: 'GET',
  path: '/api/fetchalbums',
  who: 'guest',
  caching: 'public',
  perMinute: sessionRates.allRecords,
  input: noInput,
  output: z.array(album),
})

export const fetchAllArtists = operation({
  name: 'fetchAllArtists',
  summary: 'All artists, by name.',
  method: 'GET',
  path: '/api/fetchartists',
  who: 'guest',
  caching: 'public',
  perMinute: sessionRates.allRecords,
  input: noInput,
  output: z.array(artist),
})

export const fetchAllTracks = operation({
  name: 'fetchAllTracks',
  summary: 'All tracks, by title.',
  method: 'GET',
  path: '/api/fetchalltracks',
  who: 'guest',
  caching: 'public',
  perMinute: sessionRates.allRecords,
  input: noInput,
  output: z.array(track),
})

export const fetchTrackDetails = operation({
  name: 'fetchTrackDetails',
  summary: 'A track with its album and artist; `tracks` holds the requested track.',
  method: 'POST',
  path: '/api/fetchalltrackdetails',
  who: 'guest',
  caching: 'none',
  errors: { 404: 'There is no such track.' },
  input: z.strictObject({ trackId: id }),
  output: z.object({ tracks: z.array(track), album, artist }),
})

export const fetchTracks = operation({
  name: 'fetchTracks',
  summary: 'The tracks of an album, in order.',
  method: 'POST',
  path: '/api/fetchtracks',
  who: 'guest',
  caching: 'none',
  errors: { 404: 'There is no such album.' },
  input: strictRecord({ albumId: wire('albumid', id) }),
  output: z.array(track),
})

export const fetchTracksOfAlbums = operation({
  name: 'fetchTracksOfAlbums',
  summary: 'The tracks of the requested albums, album by album.',
  method: 'POST',
  path: '/api/getTracksbyAlbumArray',
  who: 'guest',
  caching: 'none',
  bodyLimit: byteLimits.trackIdsBody,
  perMinute: sessionRates.tracksByIds,
  guestsShare: guestShares.tracksByIds,
  input: strictRecord({ albums: wire('albumArray', idList) }),
  output: z.array(track),
})
