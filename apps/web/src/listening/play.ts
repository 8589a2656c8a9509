import type { Album, Track } from '@refrain/contract/catalogue'
import { albumButtonAct, trackButtonAct } from '@refrain/player/album-button'
import { queryClient } from '../api/query-client.ts'
import { albumTracksQuery } from '../catalogue/catalogue-queries.ts'
import { player } from './player.ts'
import { toPlayerTrack, toPlayingList } from './player-track.ts'

/** The newest press; an older one that still waits for its list gives way. */
let presses = 0

/** An album's play button: pauses, goes on, or starts at the first track (ALB-15 to ALB-17, READ-40). */
export async function pressAlbum(album: Pick<Album, '_id' | 'title' | 'tracks'>): Promise<void> {
  const press = ++presses
  const act = albumButtonAct(player.getState(), { id: album._id, trackIds: album.tracks })
  if (act === 'pause') return player.pause()
  if (act === 'resume') return player.resume()
  const tracks = await listOf(album._id, press)
  if (tracks) player.playAlbum(toPlayingList(album, tracks))
}

/**
 * A row's play button: pauses or resumes its track, else plays it (ROW-19 to ROW-21). Its album becomes
 * the current album and the album's tracks the list, unless it is that already (PROP-41).
 */
export async function pressTrack(track: Track): Promise<void> {
  presses++
  const act = trackButtonAct(player.getState(), track._id)
  if (act === 'pause') return player.pause()
  if (act === 'resume') return player.resume()
  await playTrack(track)
}

/** Plays a track from its start, in the list of its album. */
export async function playTrack(track: Track): Promise<void> {
  const press = ++presses
  if (player.getState().list?.id === track.album) return player.playTrack(toPlayerTrack(track))
  const tracks = await listOf(track.album, press)
  if (!tracks) return
  const list = toPlayingList({ _id: track.album, title: track.albumTitle }, tracks)
  if (list.tracks.some(item => item.id === track._id)) player.playAlbum(list, track._id)
  else player.playTrack(toPlayerTrack(track))
}

/** An album's tracks, usually there already; null where a newer press came first or they cannot be had. */
async function listOf(albumId: string, press: number): Promise<Track[] | null> {
  const tracks = await queryClient.ensureQueryData(albumTracksQuery(albumId)).catch(() => [])
  return press === presses ? tracks : null
}
