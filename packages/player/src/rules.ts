import type { PlayerStatus } from './state.ts'

/** What a listener can press; `restore` comes of an earlier visit. What only changes the lists leads nowhere. */
export type Act = 'start' | 'restore' | 'pause' | 'resume' | 'next' | 'previous' | 'seek' | 'stop'
/** What the output tells about the current track; it has `finished` where it ends and nothing is to follow. */
export type OutputEvent = 'sounding' | 'waiting' | 'paused' | 'advanced' | 'ended' | 'finished' | 'failed'

type Row = Readonly<Record<PlayerStatus, PlayerStatus | null>>

/**
 * What each act leads to in each state; null: nothing happens (BAR-13, READ-35).
 * One table for buttons and engine alike.
 */
export const ACTS: Readonly<Record<Act, Row>> = {
  start: { idle: 'loading', loading: 'loading', playing: 'loading', paused: 'loading' },
  restore: { idle: 'paused', loading: null, playing: null, paused: null },
  pause: { idle: null, loading: 'paused', playing: 'paused', paused: null },
  resume: { idle: null, loading: null, playing: null, paused: 'loading' },
  next: { idle: null, loading: 'loading', playing: 'loading', paused: 'loading' },
  previous: { idle: null, loading: 'loading', playing: 'loading', paused: 'loading' },
  seek: { idle: null, loading: 'loading', playing: 'playing', paused: 'paused' },
  stop: { idle: null, loading: 'idle', playing: 'idle', paused: 'idle' },
}

/** What each event of the output leads to. Sound that comes late, after a pause, changes nothing. */
export const EVENTS: Readonly<Record<OutputEvent, Row>> = {
  sounding: { idle: null, loading: 'playing', playing: 'playing', paused: null },
  waiting: { idle: null, loading: 'loading', playing: 'loading', paused: null },
  paused: { idle: null, loading: 'paused', playing: 'paused', paused: null },
  advanced: { idle: null, loading: 'loading', playing: 'playing', paused: 'paused' },
  ended: { idle: null, loading: 'loading', playing: 'loading', paused: null },
  finished: { idle: null, loading: 'paused', playing: 'paused', paused: null },
  failed: { idle: null, loading: 'paused', playing: 'paused', paused: 'paused' },
}

/** What pressing play/pause means in a state; null: nothing. */
export const TOGGLE: Readonly<Record<PlayerStatus, 'pause' | 'resume' | null>> = {
  idle: null,
  loading: 'pause',
  playing: 'pause',
  paused: 'resume',
}
