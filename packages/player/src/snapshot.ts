import type { Random } from './shuffle.ts'
import { type Sources, withTracks } from './sources.ts'
import type { BySource, PlayerState, PlayerTrack, Progress, Source } from './state.ts'

/** What a later visit needs to go on where this one was (PROP-50). */
export interface Snapshot {
  /** Null where nothing was loaded: the lists come back all the same. */
  readonly track: PlayerTrack | null
  /** Seconds into the track. */
  readonly position: number
  readonly list: PlayerState['list']
  readonly source: Source
  readonly naturals: BySource<readonly PlayerTrack[]>
  readonly shuffled: BySource<boolean>
  /** The shuffled orders as track ids; one that does not name every track is replaced by a new one. */
  readonly orders: BySource<readonly string[]>
}

/**
 * Where the track goes on. The catalogue knows whole seconds, or no length at all: a place up to a second
 * beyond what it says is still one of the track, and not its end; one further beyond counts as the end.
 */
export function restoredProgress({ track, position }: Pick<Snapshot, 'track' | 'position'>): Progress {
  const told = track?.durationSeconds ?? 0
  const place = Number.isFinite(position) ? Math.max(position, 0) : 0
  if (!track || place < told) return { position: Math.min(place, told), duration: told }
  if (told > 0 && place > told + 1) return { position: told, duration: told }
  return { position: place, duration: place > 0 ? place + 1 : told }
}

/** The fields of the state that a snapshot brings back. */
export function restored(
  before: Sources,
  { track, list, source, naturals, shuffled, orders }: Snapshot,
  random: Random,
): Sources & Pick<PlayerState, 'track' | 'list'> {
  const album = withTracks({ ...before, source, shuffled }, 'album', naturals.album, random, orders.album)
  return { ...withTracks(album, 'user', naturals.user, random, orders.user), track, list }
}
