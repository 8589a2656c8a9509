import { placeOf } from './places.ts'
import type { PlayerState } from './state.ts'

type ButtonAct = 'pause' | 'resume' | 'start'

/**
 * What an album's play button does (specification §4 "Album play button"): pauses what it plays, goes on
 * with the current track where that is in the album, whichever list it came from (ALB-16, READ-40), else
 * starts the album.
 */
export function albumButtonAct(
  { status, track, list }: Pick<PlayerState, 'status' | 'track' | 'list'>,
  albumId: string,
): ButtonAct {
  if (track?.albumId !== albumId) return 'start'
  return list?.id === albumId && status !== 'paused' ? 'pause' : 'resume'
}

/** What the play button of a list that is no album does: only as the current album it is gone on with (READ-39). */
export function listButtonAct(
  { status, track, list, naturals }: Pick<PlayerState, 'status' | 'track' | 'list' | 'naturals'>,
  listId: string,
): ButtonAct {
  if (list?.id !== listId || !track || placeOf(naturals.album, track.id) < 0) return 'start'
  return status === 'paused' ? 'resume' : 'pause'
}

/** What a track's own play button does: pauses or resumes the current track, else starts it. */
export function trackButtonAct(
  { status, track }: Pick<PlayerState, 'status' | 'track'>,
  trackId: string,
): ButtonAct {
  if (track?.id !== trackId) return 'start'
  return status === 'paused' ? 'resume' : 'pause'
}
