import { type Sleep, WAKE } from './sleep-timer.ts'
import { SOUND_DEFAULTS, type SoundSettings } from './sound-settings.ts'

/** A track as the player knows it; the player knows no catalogue. */
export interface PlayerTrack {
  readonly id: string
  readonly title: string
  readonly albumId: string
  readonly albumTitle: string
  readonly artistId: string
  readonly artistName: string
  /** The name of its first genre, '' where it has none. */
  readonly genre: string
  /** Address of the sound file as it is. */
  readonly audioSrc: string
  /** What the catalogue says; shown until the true length is known. */
  readonly durationSeconds: number
  /** Address of a picture of 256×256, '' where there is none. */
  readonly artwork: string
  /** Its disc and its place there, 0 where unknown: what follows whom on the album. */
  readonly disc: number
  readonly number: number
}

/** The two lists that can be played from: the album or playlist, and the listener's own tracks (NOW-12). */
export type Source = 'album' | 'user'
export type BySource<Value> = Readonly<Record<Source, Value>>

/** What the listener chose to play: an album, or any other list of tracks, in order (ENT-07, ENT-16). */
export interface PlayingList {
  readonly id: string
  readonly title: string
  readonly type: 'album' | 'playlist'
  readonly tracks: readonly PlayerTrack[]
}

/** The four states of the specification (ENG-02); a stall shows as loading. */
export type PlayerStatus = 'idle' | 'loading' | 'playing' | 'paused'

/** Replaced as a whole with each change; the same object as long as nothing changed. */
export interface PlayerState {
  readonly status: PlayerStatus
  /** The track that is loaded; null exactly while idle. */
  readonly track: PlayerTrack | null
  /** The album or playlist that was chosen, without its tracks. */
  readonly list: Omit<PlayingList, 'tracks'> | null
  /** Counts the starts of tracks, by a press, by next, by the end of the one before or by wrapping (READ-54). */
  readonly load: number
  /** The list that is played from. */
  readonly source: Source
  /** Each list in the order it was given. */
  readonly naturals: BySource<readonly PlayerTrack[]>
  /** Each list in the order in effect: shuffled, or as it was given (READ-12). */
  readonly orders: BySource<readonly PlayerTrack[]>
  readonly shuffled: BySource<boolean>
  /** The playing-from list, in the order in effect: `orders[source]`. */
  readonly queue: readonly PlayerTrack[]
  /** Place of `track` in `queue`; -1 where it is not in it, and while idle. */
  readonly index: number
  /**
   * Where the current track stood in the order of the own tracks before it was taken out of them: the place of
   * what followed it. Until the next start that is what follows. Null where it was not taken out.
   */
  readonly gap: number | null
  /**
   * What follows, wrapping at the end (ENG-11); where the current track is not in the queue, what stood after
   * it there, or else the first; null where nothing follows (ENG-12), and while idle.
   */
  readonly nextTrack: PlayerTrack | null
  /** 0 to 1. */
  readonly volume: number
  readonly sound: SoundSettings
  readonly sleep: Sleep
}

/** Where the sound is; kept apart from PlayerState because it changes several times a second. */
export interface Progress {
  /** Seconds from the start of the track. */
  readonly position: number
  /** Seconds; 0 while idle. */
  readonly duration: number
}

const NO_TRACKS: readonly PlayerTrack[] = []

export const IDLE: PlayerState = {
  status: 'idle',
  track: null,
  list: null,
  load: 0,
  source: 'album',
  naturals: { album: NO_TRACKS, user: NO_TRACKS },
  orders: { album: NO_TRACKS, user: NO_TRACKS },
  shuffled: { album: false, user: false },
  queue: NO_TRACKS,
  index: -1,
  gap: null,
  nextTrack: null,
  volume: 1,
  sound: SOUND_DEFAULTS,
  sleep: WAKE,
}

export const NO_PROGRESS: Progress = { position: 0, duration: 0 }
