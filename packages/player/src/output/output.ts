import type { PlayerTrack } from '../state/player-state.ts'

/** How everything is to sound; which gain 'auto' means is decided by the player. */
export interface OutputSettings {
  /** 0 to 12; 0: tracks follow each other without a fade. */
  readonly crossfadeSeconds: number
  /** Which of a track's gains makes it as loud as the others. */
  readonly gain: 'off' | 'track' | 'album'
  /** 0.5 to 2; the pitch stays. */
  readonly rate: number
}

/** What the player asks of whatever makes the sound. None of the acts throws; failures are told as events. */
export interface AudioOutput {
  /** Names who is told what happens; called once, before anything else. */
  attach(events: OutputEvents): void
  /** Makes the track the current one and lets it sound from `position` seconds as soon as it can. */
  start(track: PlayerTrack, position: number): void
  /** Goes on where it was paused. */
  resume(): void
  pause(): void
  /** Jumps inside the current track, whether it sounds or not. */
  seek(seconds: number): void
  /** 0 to 1. */
  setVolume(volume: number): void
  setSettings(sound: OutputSettings): void
  /** Lets all sound die away within so many seconds, also of tracks that begin meanwhile. It goes on, unheard. */
  fadeOut(seconds: number): void
  /** Takes that back: it soon is as loud as before. */
  fadeIn(): void
  /** Names the track that follows the current one, so that it can be made ready; null: nothing follows. */
  setNext(track: PlayerTrack | null): void
  /** A track that may be started soon: what its start needs is fetched. */
  prefetch(track: PlayerTrack): void
  /** Ends all sound and lets go of the track. */
  stop(): void
  /** Lets go of everything; nothing else may be called afterwards. */
  destroy(): void
}

/** What the output tells. It never tells about a track that `start` has already replaced. */
export interface OutputEvents {
  /** Sound comes out. */
  onSounding(): void
  /** There is nothing to play yet, or no longer; it comes by itself. */
  onWaiting(): void
  /** Something other than the player paused it: the browser, a headset, another program. */
  onPaused(): void
  /** Where the current track is, in seconds, at most a few times a second. */
  onPosition(position: number, duration: number): void
  /** The prepared track took over without a pause. */
  onAdvanced(track: PlayerTrack): void
  /** The current track is over and nothing took over. */
  onEnded(): void
  /** The current track cannot be played, or the browser refused to. */
  onFailed(error: unknown): void
  /** The prepared track cannot be played: another one should be named. */
  onUnplayable(track: PlayerTrack): void
}
