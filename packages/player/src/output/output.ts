import type { PlaybackSettings } from '../state/playback-settings.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import type { Emitter } from './emitter.ts'

export interface OutputSettings extends QualitySettings {
  /** 0 to 12; 0: no crossfade. */
  readonly crossfadeSeconds: number
  /** Which gain normalises the loudness. */
  readonly gain: 'off' | 'track' | 'album'
  /** The player chose the gain, not the listener. */
  readonly isGainAutomatic?: boolean
  /** Playback speed, 0.5 to 2; the pitch stays. */
  readonly rate: number
}

/** Which stream of a track is fetched. A change applies from the next track on. */
export type QualitySettings = Pick<PlaybackSettings, 'quality' | 'limitedQuality'>

export interface OutputVolume {
  /** 0 to 1. A fade in progress continues. */
  set(volume: number): void
  /** Fades out all tracks, also those that start later. Playback continues silently. */
  fadeOut(seconds: number): void
  /** Reverts a fade-out. */
  fadeIn(): void
}

/** Plays tracks for the player. No method throws; errors are events. */
export interface Output {
  readonly events: Pick<Emitter<OutputEvent>, 'subscribe'>
  readonly volume: OutputVolume
  /** Makes the track the current one and plays it from `position` seconds on. Nothing follows it until `setNext`. */
  start(track: PlayerTrack, position: number): void
  resume(): void
  pause(): void
  /** Seeks within the current track, playing or paused. */
  seek(seconds: number): void
  setSettings(settings: OutputSettings): void
  /** Prepares the track that follows the current one; null: none does. */
  setNext(track: PlayerTrack | null): void
  /** Fetches what the track needs to start immediately. */
  prefetch(track: PlayerTrack): void
  /** Whether the service answers requests for the track's file now. */
  isAnswered(track: PlayerTrack): Promise<boolean>
  /** Shows the system's list of AirPlay receivers, in a user gesture; the current track goes on from its file, which these can play. */
  showReceivers(): void
  /** Stops and unloads the current track. */
  stop(): void
  destroy(): void
}

/**
 * Why a track does not play. `refused`: the browser does not let the page play. `unreachable`: nothing answered, or a
 * service that is away for now.
 * `unusable`: it is gone or cannot be decoded. `stuck`: the playhead stands still, although everything was loaded again.
 */
export type FailureReason = 'refused' | 'unreachable' | 'unusable' | 'stuck'

/** Events of the current track; none refers to a track that `start` has replaced. */
export type OutputEvent =
  /** Audio plays. */
  | { readonly type: 'playing' }
  /** Playback waits for data; `unreachable`: until the browser is online. */
  | { readonly type: 'waiting'; readonly reason?: 'unreachable' }
  /** Paused by the browser, a headset or another application. */
  | { readonly type: 'paused' }
  /** Sent at most a few times a second; in seconds. */
  | { readonly type: 'position'; readonly position: number; readonly duration: number }
  /** The next track has become the current one. */
  | { readonly type: 'advanced'; readonly track: PlayerTrack }
  /** The current track is over and no other one has started. */
  | { readonly type: 'ended' }
  /** The current track cannot be played. Without a reason the server failed: another attempt may succeed. */
  | { readonly type: 'failed'; readonly error: unknown; readonly reason?: FailureReason }
  /** What has failed is worth another attempt now: the browser is online again, or the page is looked at. */
  | { readonly type: 'chance' }
  /** The next track cannot be played. */
  | { readonly type: 'unplayable'; readonly track: PlayerTrack }
