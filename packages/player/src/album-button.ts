import type { PlayerState } from './state.ts'

/**
 * What an album's play button does (specification §4 "Album play button"): pauses what it plays, goes on
 * where its paused track was (READ-40), else starts the album's first track.
 */
export function albumButtonAct(
  state: Pick<PlayerState, 'status' | 'track' | 'list'>,
  album: { readonly id: string; readonly trackIds: readonly string[] },
): 'pause' | 'resume' | 'start' {
  const { status, track, list } = state
  if (list?.id !== album.id || !track || !album.trackIds.includes(track.id)) return 'start'
  return status === 'paused' ? 'resume' : 'pause'
}

/** What a track's own play button does: pauses or resumes the current track, else starts it. */
export function trackButtonAct(
  state: Pick<PlayerState, 'status' | 'track'>,
  trackId: string,
): 'pause' | 'resume' | 'start' {
  if (state.track?.id !== trackId) return 'start'
  return state.status === 'paused' ? 'resume' : 'pause'
}
