/** A track as the player knows it; the player knows no catalogue. */
export interface PlayerTrack {
  readonly id: string
  readonly title: string
  readonly albumId: string
  readonly albumTitle: string
  readonly artistId: string
  readonly artistName: string
  /** Address of the sound file as it is. */
  readonly audioSrc: string
  /** What the catalogue says; shown until the true length is known. */
  readonly durationSeconds: number
  /** Address of a picture of 256×256, '' where there is none. */
  readonly artwork: string
}

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
  /** The playing-from list, in the order in effect. */
  readonly queue: readonly PlayerTrack[]
  /** Place of `track` in `queue`; -1 while idle. */
  readonly index: number
  /** What follows, wrapping at the end (ENG-11); null where nothing does (ENG-12). */
  readonly nextTrack: PlayerTrack | null
  /** 0 to 1. */
  readonly volume: number
}

/** Where the sound is; kept apart from PlayerState because it changes several times a second. */
export interface Progress {
  /** Seconds from the start of the track. */
  readonly position: number
  /** Seconds; 0 while idle. */
  readonly duration: number
}

export const IDLE: PlayerState = {
  status: 'idle',
  track: null,
  list: null,
  queue: [],
  index: -1,
  nextTrack: null,
  volume: 1,
}

export const NO_PROGRESS: Progress = { position: 0, duration: 0 }
