import type { Album } from '@refrain/contract/catalogue/albums'
import type { Track } from '@refrain/contract/catalogue/tracks'
import { listeningTexts } from '@refrain/messages/en/listening'
import { albumButtonAction, listButtonAction, trackButtonAction } from '@refrain/player/button-actions'
import { indexOfId, keyOf } from '@refrain/player/queue/id-index'
import type { ListSource, PlayerState, PlayerTrack } from '@refrain/player/state/player-state'
import { queryClient } from '../../api/query-client.ts'
import { albumTracksQuery } from '../../catalogue/catalogue-queries.ts'
import { announce } from '../announcements/announce.ts'
import { player } from './player.ts'
import {
  convertWhenIdle,
  type TrackListing,
  toPlayerTrack,
  toPlayingList,
  toPlaylist,
} from './player-track.ts'

/** The latest press; an earlier one that still waits for its list gives up. */
let presses = 0

/**
 * An album's play button: pauses, resumes, or starts the first track of the current order. Resumes if the
 * current track belongs to the album, even if another list loaded it; the album then becomes the current
 * list.
 */
export async function pressAlbum(album: Pick<Album, 'id' | 'title'>): Promise<void> {
  const press = ++presses
  const state = player.getState()
  const action = albumButtonAction(state, album.id)
  if (action === 'start') return startAlbum(album)
  if (action === 'pause') return player.pause()
  if (state.list?.id === album.id) return player.resume()
  const tracks = await listOf(album.id, press)
  if (!tracks) return
  player.continueIn(toPlayingList(album, tracks))
  player.resume()
}

/** Plays an album from the first track of its order. */
export async function startAlbum(album: Pick<Album, 'id' | 'title'>): Promise<void> {
  const tracks = await listOf(album.id, ++presses)
  if (tracks?.length === 0) sayNotLoaded()
  else if (tracks) player.playAlbum(toPlayingList(album, tracks))
}

/**
 * The play button of a list other than an album: pauses it, resumes its paused track, or starts it. The list
 * becomes the current one.
 */
export function pressList(list: TrackListing): void {
  const action = listButtonAction(player.getState(), list.id)
  if (action === 'start') {
    startList(list)
    return
  }
  presses++
  if (action === 'pause') player.pause()
  else player.resume()
  completeList(list)
}

/** Plays a list other than an album from the first track of its order. */
export function startList(list: TrackListing): void {
  presses++
  player.playAlbum(toPlaylist(list))
  completeList(list)
}

/** As `pressList`, for a list that may have to be loaded first. A newer press replaces it; if the list cannot be loaded, nothing plays. */
export async function pressUnloadedList(
  id: string | undefined,
  load: () => Promise<TrackListing>,
): Promise<void> {
  const press = ++presses
  const action = id === undefined ? 'start' : listButtonAction(player.getState(), id)
  if (action === 'pause') return player.pause()
  if (action === 'resume') return player.resume()
  const list = await load().catch(sayNotLoaded)
  if (list && press === presses) player.playAlbum(toPlaylist(list))
}

/** Continues in the whole list as soon as it is loaded. If that fails, its first tracks are the list until the next press. */
function completeList({ loadAll, ...list }: TrackListing): void {
  loadAll?.().then(
    tracks => convertWhenIdle(tracks, () => player.updateList(toPlaylist({ ...list, tracks }))),
    () => {},
  )
}

/**
 * A row's play button: pauses or resumes its track, else plays it. The track's album becomes the current list
 * unless it already is; rows that form their own list become that list.
 */
export async function pressTrack(track: Track, rows?: TrackListing): Promise<void> {
  presses++
  const state = player.getState()
  if (!isCurrentRow(state, track, rows)) return playTrack(track, rows)
  if (trackButtonAction(state, track.id) === 'pause') player.pause()
  else player.resume()
}

/**
 * A queue row's play button: pauses or resumes its track, else plays it from the source that it belongs to.
 */
export function pressQueued(track: PlayerTrack, source: ListSource): void {
  presses++
  const state = player.getState()
  const isCurrent = state.track !== null && keyOf(state.track) === keyOf(track)
  const action = isCurrent ? trackButtonAction(state, track.id) : 'start'
  if (action === 'pause') player.pause()
  else if (action === 'resume') player.resume()
  else player.playFrom(source, keyOf(track))
}

/** Whether a row shows what plays: in a list that has the track several times, only the entry that plays. */
export function isCurrentRow(
  { track: current, list }: Pick<PlayerState, 'track' | 'list'>,
  track: Track,
  rows?: TrackListing,
): boolean {
  if (current?.id !== track.id) return false
  return rows === undefined || list?.id !== rows.id || keyOf(current) === keyOf(track)
}

/** Plays a track from the start, within its album or the rows around it. */
export async function playTrack(track: Track, rows?: TrackListing): Promise<void> {
  const press = ++presses
  const { list: current, naturalOrders } = player.getState()
  if (rows && !(current?.id === rows.id && areThese(naturalOrders.album, rows))) {
    player.playAlbum(toPlaylist(rows), keyOf(track))
    return completeList(rows)
  }
  const isListed = indexOfId(naturalOrders.album, track.id) >= 0
  if (rows || (current?.id === track.albumId && isListed)) return player.playTrack(toPlayerTrack(track))
  const tracks = await listOf(track.albumId, press)
  if (!tracks) return
  const list = toPlayingList({ id: track.albumId, title: track.albumTitle }, tracks)
  if (list.tracks.some(item => item.id === track.id)) player.playAlbum(list, track.id)
  else player.playTrack(toPlayerTrack(track))
}

/** Whether a list consists of the available tracks of these rows, in their order. */
function areThese(list: readonly PlayerTrack[], { tracks }: TrackListing): boolean {
  const keys = [...new Set(tracks.flatMap(track => (track.available ? keyOf(track) : [])))]
  return keys.length === list.length && list.every((track, index) => keyOf(track) === keys[index])
}

/** @returns nothing to play */
function sayNotLoaded(): null {
  announce(listeningTexts.listNotLoaded, { isShown: true })
  return null
}

/** An album's tracks, usually cached; none if they cannot be loaded, null if a newer press came first. */
async function listOf(albumId: string, press: number): Promise<Track[] | null> {
  const tracks = await queryClient.ensureQueryData(albumTracksQuery(albumId)).catch(() => [])
  return press === presses ? tracks : null
}
