import { crudPlaylist } from '@refrain/contract/compat/library'
import {
  addTracksToPlaylist,
  deleteTrackFromPlaylist,
  editPlaylist as editPlaylistOperation,
  movePlaylistTrack,
  removePlaylistEntry,
} from '@refrain/contract/library/playlist-tracks'
import type { Playlist } from '@refrain/contract/library/playlists'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { InvalidInputError } from '../../http/errors/request-errors.ts'
import type { Actor } from '../../http/requests/actor.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import { editPlaylist } from './edit-playlist.ts'
import { addTrack, addTracks, moveEntry, removeEntry, removeTrack } from './playlist-tracks.ts'
import { readPlaylist } from './playlists.ts'

export function registerPlaylistTracks(app: FastifyInstance, db: Database, liveUpdates: LiveUpdates): void {
  async function publishChange(actor: Actor, change: Promise<Playlist>): Promise<Playlist> {
    const playlist = await change
    liveUpdates.publish(actor, playlist.type === 'liked' ? 'likes' : 'playlists')
    return playlist
  }

  bind(app, deleteTrackFromPlaylist, ({ trackId, playlistId }, actor) =>
    publishChange(actor, removeTrack(db, actor.userId, playlistId, trackId)),
  )
  bind(app, crudPlaylist, async ({ trackId, playlistId, action }, actor) => {
    if (action === 'read') {
      const { tracks } = await readPlaylist(db, actor.userId, playlistId)
      return { tracks, ...(trackId !== undefined && { holds: tracks.includes(trackId) }) }
    }
    if (trackId === undefined) throw new InvalidInputError('trackId: is needed to add a track')
    const { tracks } = await publishChange(actor, addTrack(db, actor.userId, playlistId, trackId))
    return { tracks, holds: true }
  })
  bind(app, addTracksToPlaylist, ({ playlistId, tracks }, actor) =>
    publishChange(actor, addTracks(db, actor.userId, playlistId, tracks)),
  )
  bind(app, movePlaylistTrack, ({ playlistId, trackId, afterTrackId }, actor) =>
    publishChange(actor, moveEntry(db, actor.userId, playlistId, trackId, afterTrackId)),
  )
  bind(app, removePlaylistEntry, ({ playlistId, entryId }, actor) =>
    publishChange(actor, removeEntry(db, actor.userId, playlistId, entryId)),
  )
  bind(app, editPlaylistOperation, ({ playlistId, ...edit }, actor) =>
    publishChange(actor, editPlaylist(db, actor.userId, playlistId, edit)),
  )
}
