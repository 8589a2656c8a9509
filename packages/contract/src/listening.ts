import * as z from 'zod/mini'
import { USER_WRITES } from './limits.ts'
import { operation } from './operation.ts'
import { id } from './values.ts'

/** Share of a track that has been played when its play is counted (ENG-13, CON-02). */
export const COUNTED_AT = 0.5
/** Most albums counted in one call. */
export const MOST_COUNTED_ALBUMS = 100

const done = z.object({ success: z.literal(true) })

export const countTrackPlay = operation({
  name: 'countTrackPlay',
  summary:
    'Counts a play of a track. No more often for a listener than about half its length goes by, nor of all tracks more than can be listened to at double speed; what comes sooner is answered the same and not counted.',
  method: 'POST',
  path: '/api/tracks/{trackId}/increment-play-count',
  who: 'member',
  caching: 'none',
  refuses: { 404: 'There is no such track.' },
  perUser: USER_WRITES,
  input: z.strictObject({ trackId: id }),
  output: done,
})

export const countAlbumPlays = operation({
  name: 'countAlbumPlays',
  summary:
    'Counts a play of each album named, at most one for a listener, album and day (UTC); unknown albums are passed over.',
  method: 'POST',
  path: '/api/incrementAlbumsPlayCount',
  who: 'member',
  caching: 'none',
  perUser: USER_WRITES,
  input: z.strictObject({ albums: z.array(id).check(z.maxLength(MOST_COUNTED_ALBUMS)) }),
  output: done,
})

/** Track ids by album id (ENG-22). */
export const playedTracks = z.record(z.string(), z.array(id))
export type PlayedTracks = z.infer<typeof playedTracks>

/** Beyond the specification's list: so that a second device knows what was played (PROP-10). */
export const recordPlayedTrack = operation({
  name: 'recordPlayedTrack',
  summary: 'Notes that the caller has begun to play a track; repeating it changes nothing.',
  method: 'POST',
  path: '/api/tracks/{trackId}/played',
  who: 'member',
  caching: 'none',
  refuses: { 404: 'There is no such track.' },
  perUser: USER_WRITES,
  input: z.strictObject({ trackId: id }),
  output: done,
})

/** Beyond the specification's list, as the one before. */
export const fetchPlayedTracks = operation({
  name: 'fetchPlayedTracks',
  summary: 'The tracks the caller has begun to play, by album; 50,000 at most.',
  method: 'GET',
  path: '/api/playedTracks',
  who: 'owner',
  caching: 'none',
  input: z.strictObject({}),
  output: playedTracks,
})

export const listeningOperations = [
  countTrackPlay,
  countAlbumPlays,
  recordPlayedTrack,
  fetchPlayedTracks,
] as const
