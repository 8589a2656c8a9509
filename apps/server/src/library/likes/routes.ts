import { fetchLikedTracks } from '@refrain/contract/compat/library'
import { appendLikedSongs, fetchLikedSongs, fetchLikedTracksPlaylist } from '@refrain/contract/library/likes'
import { likedSongsId } from '@refrain/contract/library/playlists'
import type { FastifyInstance } from 'fastify'
import { readTracksByIds } from '../../catalogue/track-store.ts'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { bindStreamedList } from '../../http/bind-list.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import { readTrackIds } from '../playlists/playlist-store.ts'
import { addTrack } from '../playlists/playlist-tracks.ts'
import { withTracks } from '../playlists/playlists.ts'
import { readLikedSongs } from './liked-songs.ts'

export function registerLikes(app: FastifyInstance, db: Database, liveUpdates: LiveUpdates): void {
  bind(app, fetchLikedTracksPlaylist, async (_input, { userId }) =>
    withTracks(db, await readLikedSongs(db, userId)),
  )
  bind(app, fetchLikedSongs, (_input, { userId }) => readTrackIds(db, likedSongsId(userId)))
  bindStreamedList(app, fetchLikedTracks, async function* (_input, { userId }) {
    yield* readTracksByIds(db, await readTrackIds(db, likedSongsId(userId)))
  })
  bind(app, appendLikedSongs, async ({ trackId }, actor) => {
    await addTrack(db, actor.userId, likedSongsId(actor.userId), trackId)
    liveUpdates.publish(actor, 'likes')
    return { success: true as const }
  })
}
