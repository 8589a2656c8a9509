import type { Random } from '../queue/shuffle.ts'
import { type TrackLists, withTracks } from '../queue/track-lists.ts'
import type { ListSource, PerSource, PlayerState, PlayerTrack, Progress } from './player-state.ts'

/** What the next visit needs to continue this one. */
export interface Snapshot {
  /** Null if nothing was loaded. */
  readonly track: PlayerTrack | null
  /** Seconds into the track. */
  readonly position: number
  readonly list: PlayerState['list']
  readonly source: ListSource
  readonly naturalOrders: PerSource<readonly PlayerTrack[]>
  readonly shuffled: PerSource<boolean>
  /** The shuffled orders as track ids. An incomplete one is replaced by a new order. */
  readonly orders: PerSource<readonly string[]>
}

/**
 * Where the track continues. The catalogue rounds durations to seconds, or has none: a position up to one second
 * beyond the duration still lies within the track; one further beyond counts as its end.
 */
export function restoreProgress({ track, position }: Pick<Snapshot, 'track' | 'position'>): Progress {
  const known = track?.durationSeconds ?? 0
  const start = Number.isFinite(position) ? Math.max(position, 0) : 0
  if (!track || start < known) return { position: Math.min(start, known), duration: known }
  if (known > 0 && start > known + 1) return { position: known, duration: known }
  return { position: start, duration: start > 0 ? start + 1 : known }
}

/** The fields of the state that a snapshot restores. */
export function restoreState(
  before: TrackLists,
  { track, list, source, naturalOrders, shuffled, orders }: Snapshot,
  random: Random,
): TrackLists & Pick<PlayerState, 'track' | 'list'> {
  const album = withTracks(
    { ...before, source, shuffled },
    'album',
    naturalOrders.album,
    random,
    orders.album,
  )
  return { ...withTracks(album, 'user', naturalOrders.user, random, orders.user), track, list }
}
