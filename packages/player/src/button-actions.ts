import { indexOfTrack } from './queue/id-index.ts'
import type { PlayerState } from './state/player-state.ts'

type ButtonAction = 'pause' | 'resume' | 'start'

/**
 * An album's play button pauses the album if it plays, resumes the current track if it belongs to the album
 * (whichever list it came from), else starts the album.
 */
export function albumButtonAction(
  { status, track, list }: Pick<PlayerState, 'status' | 'track' | 'list'>,
  albumId: string,
): ButtonAction {
  if (track?.albumId !== albumId) return 'start'
  return list?.id === albumId && status !== 'paused' ? 'pause' : 'resume'
}

/** A playlist's play button resumes only if the playlist is the current list. */
export function listButtonAction(
  { status, track, list, naturalOrders }: Pick<PlayerState, 'status' | 'track' | 'list' | 'naturalOrders'>,
  listId: string,
): ButtonAction {
  if (list?.id !== listId || !track || indexOfTrack(naturalOrders.album, track) < 0) return 'start'
  return status === 'paused' ? 'resume' : 'pause'
}

export function trackButtonAction(
  { status, track }: Pick<PlayerState, 'status' | 'track'>,
  trackId: string,
): ButtonAction {
  if (track?.id !== trackId) return 'start'
  return status === 'paused' ? 'resume' : 'pause'
}
