import { distinct, placeOf, withLast } from './places.ts'
import { arrange, type Random, shuffle } from './shuffle.ts'
import type { PlayerState, PlayerTrack, Source } from './state.ts'

/** The two lists, their orders, and which of them is open. All of these functions answer new ones. */
export type Sources = Pick<PlayerState, 'source' | 'naturals' | 'orders' | 'shuffled'>

/**
 * Puts other tracks in place of a source's. A shuffled source stays shuffled: the tracks take the kept order
 * where that names every one of them, else a new one (READ-11).
 */
export function withTracks(
  sources: Sources,
  source: Source,
  tracks: readonly PlayerTrack[],
  random: Random,
  kept?: readonly string[] | null,
): Sources {
  const natural = distinct(tracks)
  const shuffled = () => (kept && arrange(natural, kept)) ?? shuffle(natural, random)
  return withLists(sources, source, natural, sources.shuffled[source] ? shuffled() : natural)
}

/** Turns shuffle on, which makes a new order, or off, which brings the natural one back (READ-11). */
export function withShuffleToggled(sources: Sources, source: Source, random: Random): Sources {
  const shuffled = { ...sources.shuffled, [source]: !sources.shuffled[source] }
  return withTracks({ ...sources, shuffled }, source, sources.naturals[source], random)
}

/** Adds to the listener's own tracks, at the end of both orders; null where it is among them (NOW-18). */
export function withAdded(sources: Sources, track: PlayerTrack): Sources | null {
  const { user: natural } = sources.naturals
  const { user: order } = sources.orders
  if (placeOf(natural, track.id) >= 0) return null
  const longer = withLast(natural, track)
  return withLists(sources, 'user', longer, order === natural ? longer : withLast(order, track))
}

/** Takes one of the listener's own tracks out; null where it is not among them. */
export function withRemoved(sources: Sources, trackId: string): Sources | null {
  const { user: natural } = sources.naturals
  const { user: order } = sources.orders
  if (placeOf(natural, trackId) < 0) return null
  const without = (list: readonly PlayerTrack[]) => list.filter(({ id }) => id !== trackId)
  const shorter = without(natural)
  return withLists(sources, 'user', shorter, order === natural ? shorter : without(order))
}

function withLists(
  sources: Sources,
  source: Source,
  natural: readonly PlayerTrack[],
  order: readonly PlayerTrack[],
): Sources {
  return {
    source: sources.source,
    shuffled: sources.shuffled,
    naturals: { ...sources.naturals, [source]: natural },
    orders: { ...sources.orders, [source]: order },
  }
}
