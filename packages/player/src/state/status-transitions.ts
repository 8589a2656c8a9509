import type { PlayerStatus } from './player-state.ts'

/** What the listener does; `restore` continues an earlier visit. */
export type Action = 'start' | 'restore' | 'pause' | 'resume' | 'next' | 'previous' | 'seek' | 'stop'
/** What happens to the current track. `ended`: another track follows; `finished`: none does. */
export type StatusEvent = 'playing' | 'waiting' | 'paused' | 'advanced' | 'ended' | 'finished' | 'failed'

/** The new status by the current one; null: the action or event is ignored. */
type Transitions = Readonly<Record<PlayerStatus, PlayerStatus | null>>

export const ACTION_TRANSITIONS: Readonly<Record<Action, Transitions>> = {
  start: { idle: 'loading', loading: 'loading', playing: 'loading', paused: 'loading' },
  restore: { idle: 'paused', loading: null, playing: null, paused: null },
  pause: { idle: null, loading: 'paused', playing: 'paused', paused: null },
  resume: { idle: null, loading: 'loading', playing: null, paused: 'loading' },
  next: { idle: null, loading: 'loading', playing: 'loading', paused: 'loading' },
  previous: { idle: null, loading: 'loading', playing: 'loading', paused: 'loading' },
  seek: { idle: null, loading: 'loading', playing: 'playing', paused: 'paused' },
  stop: { idle: null, loading: 'idle', playing: 'idle', paused: 'idle' },
}

/** Audio that starts late, after a pause, changes nothing. */
export const EVENT_TRANSITIONS: Readonly<Record<StatusEvent, Transitions>> = {
  playing: { idle: null, loading: 'playing', playing: 'playing', paused: null },
  waiting: { idle: null, loading: 'loading', playing: 'loading', paused: null },
  paused: { idle: null, loading: 'paused', playing: 'paused', paused: null },
  advanced: { idle: null, loading: 'loading', playing: 'playing', paused: 'paused' },
  ended: { idle: null, loading: 'loading', playing: 'loading', paused: null },
  finished: { idle: null, loading: 'paused', playing: 'paused', paused: null },
  failed: { idle: null, loading: 'paused', playing: 'paused', paused: 'paused' },
}

/** What the play/pause button does; null: nothing. */
export const TOGGLE_ACTION: Readonly<Record<PlayerStatus, 'pause' | 'resume' | null>> = {
  idle: null,
  loading: 'pause',
  playing: 'pause',
  paused: 'resume',
}
