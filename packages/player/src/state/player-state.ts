import { NO_SLEEP, type SleepSetting } from '../sleep-timer.ts'
import { DEFAULT_SETTINGS, type PlaybackSettings } from './playback-settings.ts'

export interface PlayerTrack {
  readonly id: string
  /** Identifies it in a list that holds the track several times, if that is not its id. */
  readonly entryId?: string
  readonly title: string
  readonly albumId: string
  readonly albumTitle: string
  readonly artistId: string
  /** All artists as credited. */
  readonly artistName: string
  /** Of a track of several artists: each with the name that it credits. */
  readonly artists?: readonly { readonly id: string; readonly name: string }[]
  /** Name of its first genre, '' if it has none. */
  readonly genre: string
  /** URL of the original audio file. */
  readonly audioSrc: string
  /** Duration in the catalogue; shown until the exact one is known. */
  readonly durationSeconds: number
  /** URL of a 256×256 picture, '' if there is none. */
  readonly artwork: string
  /** Disc and track number, 0 if unknown. */
  readonly disc: number
  readonly number: number
}

/** The two lists to play from: the chosen album or playlist, and the listener's own tracks. */
export type ListSource = 'album' | 'user'
export type PerSource<Value> = Readonly<Record<ListSource, Value>>

/** An album or playlist that the listener chose to play. */
export interface PlayingList {
  readonly id: string
  readonly title: string
  readonly type: 'album' | 'playlist'
  readonly tracks: readonly PlayerTrack[]
}

/** `loading` includes stalls. */
export type PlayerStatus = 'idle' | 'loading' | 'playing' | 'paused'

/** What the listener is told when something else plays than expected, or nothing. */
export type PlayerNotice = {
  readonly isDismissed?: true
} /** These tracks could not be played; the one after them plays. */ & (
  | { readonly kind: 'skipped'; readonly tracks: readonly PlayerTrack[] }
  /** The track could not be played. Paused. */
  | { readonly kind: 'failed'; readonly track: PlayerTrack }
  /** Several tracks in a row could not be played. Paused. */
  | { readonly kind: 'stopped' }
  /** The browser refused to play. Paused. */
  | { readonly kind: 'refused' }
  /** Nothing answers. Paused if the listener pressed play; else the track is tried again until something does. */
  | { readonly kind: 'unreachable' }
)

/** Immutable: replaced by a new object with each change. */
export interface PlayerState {
  readonly status: PlayerStatus
  /** The loaded track; null only while idle. */
  readonly track: PlayerTrack | null
  /** The chosen album or playlist, without its tracks. */
  readonly list: Omit<PlayingList, 'tracks'> | null
  /** Number of track starts so far, manual or automatic. */
  readonly load: number
  readonly source: ListSource
  /** Each list in its natural order. */
  readonly naturalOrders: PerSource<readonly PlayerTrack[]>
  /** Each list in its current order, shuffled or natural. */
  readonly orders: PerSource<readonly PlayerTrack[]>
  readonly shuffled: PerSource<boolean>
  /** Always `orders[source]`. */
  readonly queue: readonly PlayerTrack[]
  /** Index of `track` in `queue`; -1 if it is not there, and while idle. */
  readonly index: number
  /**
   * Set when the current track is removed from the listener's own tracks: the index in their order of the track
   * that followed it. Cleared by the next start.
   */
  readonly gap: number | null
  /**
   * The track of the queue that its round began with: what the listener started, or what played when the list was shuffled,
   * selected or restored. With repeat off a shuffled queue ends before it.
   */
  readonly round: PlayerTrack | null
  /** How many tracks of the queue follow in this round. */
  readonly rest: number
  /**
   * The track after the current one, wrapping at the end of the queue. If the current track is not in the queue: the one
   * at the gap, or else the first. Null if nothing follows, and while idle.
   */
  readonly nextTrack: PlayerTrack | null
  /**
   * The track that starts when the current one ends, which is not `nextTrack` while the current one repeats or where the
   * queue ends: then it is the first of `continuation`, or null.
   */
  readonly followingTrack: PlayerTrack | null
  /** Similar music for the time after the queue's end; null while it is unknown. Cleared by the next start. */
  readonly continuation: PlayingList | null
  /** 0 to 1. */
  readonly volume: number
  readonly settings: PlaybackSettings
  readonly sleep: SleepSetting
  readonly notice: PlayerNotice | null
}

/** The playback position; separate from PlayerState because it changes several times a second. */
export interface Progress {
  /** Seconds from the start of the track. */
  readonly position: number
  /** Seconds; 0 while idle. */
  readonly duration: number
}

const NO_TRACKS: readonly PlayerTrack[] = []

export const IDLE_STATE: PlayerState = {
  status: 'idle',
  track: null,
  list: null,
  load: 0,
  source: 'album',
  naturalOrders: { album: NO_TRACKS, user: NO_TRACKS },
  orders: { album: NO_TRACKS, user: NO_TRACKS },
  shuffled: { album: false, user: false },
  queue: NO_TRACKS,
  index: -1,
  gap: null,
  round: null,
  rest: 0,
  nextTrack: null,
  followingTrack: null,
  continuation: null,
  volume: 1,
  settings: DEFAULT_SETTINGS,
  sleep: NO_SLEEP,
  notice: null,
}

export const NO_PROGRESS: Progress = { position: 0, duration: 0 }
