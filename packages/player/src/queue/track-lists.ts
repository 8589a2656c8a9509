import type { ListSource, PlayerState, PlayerTrack, PlayingList } from '../state/player-state.ts'
import { indexOfId, indexOfTrack, keyOf, uniqueById, withAppended } from './id-index.ts'
import { type Random, shuffle, sortByIds } from './shuffle.ts'

/** The two lists with their orders, and which one is played from. The functions below return new objects. */
export type TrackLists = Pick<PlayerState, 'source' | 'naturalOrders' | 'orders' | 'shuffled'>

/**
 * Replaces the tracks of a list. A shuffled list stays shuffled: in the saved order if that has all tracks, else
 * in a new one.
 */
export function withTracks(
  lists: TrackLists,
  source: ListSource,
  tracks: readonly PlayerTrack[],
  random: Random,
  savedOrder?: readonly string[] | null,
): TrackLists {
  const natural = uniqueById(tracks)
  const shuffled = () => (savedOrder && sortByIds(natural, savedOrder)) ?? shuffle(natural, random)
  return withLists(lists, source, natural, lists.shuffled[source] ? shuffled() : natural)
}

/** Makes the continuation the chosen list, in its order: what it begins with has been announced. */
export function withContinuation(
  lists: TrackLists,
  { tracks, ...list }: PlayingList,
): TrackLists & Pick<PlayerState, 'list' | 'round'> {
  const unique = uniqueById(tracks)
  return { ...withLists(lists, 'album', unique, unique), source: 'album', list, round: null }
}

/** Shuffles a list anew, or restores its natural order. */
export function withShuffleToggled(lists: TrackLists, source: ListSource, random: Random): TrackLists {
  const shuffled = { ...lists.shuffled, [source]: !lists.shuffled[source] }
  return withTracks({ ...lists, shuffled }, source, lists.naturalOrders[source], random)
}

/**
 * Replaces the tracks of the chosen list while it plays. If it is shuffled, tracks that it had stay in their order, and new
 * ones come at random places after `current`.
 */
export function withListUpdated(
  lists: TrackLists,
  tracks: readonly PlayerTrack[],
  current: PlayerTrack | null,
  random: Random,
): TrackLists {
  const natural = uniqueById(tracks)
  if (!lists.shuffled.album) return withLists(lists, 'album', natural, natural)
  const before = lists.orders.album
  const stayed = before.flatMap(track => natural[indexOfId(natural, keyOf(track))] ?? [])
  const added = natural.filter(track => indexOfId(before, keyOf(track)) < 0)
  const start = current ? indexOfTrack(stayed, current) + 1 : 0
  const following = stayed.slice(start)
  const isAdded = shuffle([...following.map(() => false), ...added.map(() => true)], random)
  const newcomers = shuffle(added, random).values()
  const waiting = following.values()
  const mixed = isAdded.flatMap(isNew => (isNew ? newcomers : waiting).next().value ?? [])
  return withLists(lists, 'album', natural, [...stayed.slice(0, start), ...mixed])
}

/** Appends a track to both orders of the listener's own tracks; null if it is already there. */
export function withAdded(lists: TrackLists, track: PlayerTrack): TrackLists | null {
  const { user: natural } = lists.naturalOrders
  const { user: order } = lists.orders
  if (indexOfId(natural, keyOf(track)) >= 0) return null
  const longer = withAppended(natural, track)
  return withLists(lists, 'user', longer, order === natural ? longer : withAppended(order, track))
}

/** Removes one of the listener's own tracks; null if it is not there. */
export function withRemoved(lists: TrackLists, trackId: string): TrackLists | null {
  const { user: natural } = lists.naturalOrders
  const { user: order } = lists.orders
  if (indexOfId(natural, trackId) < 0) return null
  const without = (list: readonly PlayerTrack[]) => list.filter(track => keyOf(track) !== trackId)
  const shorter = without(natural)
  return withLists(lists, 'user', shorter, order === natural ? shorter : without(order))
}

function withLists(
  lists: TrackLists,
  source: ListSource,
  natural: readonly PlayerTrack[],
  order: readonly PlayerTrack[],
): TrackLists {
  return {
    source: lists.source,
    shuffled: lists.shuffled,
    naturalOrders: { ...lists.naturalOrders, [source]: natural },
    orders: { ...lists.orders, [source]: order },
  }
}
