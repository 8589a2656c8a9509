import type { Playback } from './playback.ts'
import { indexOfId, indexOfTrack, keyOf } from './queue/id-index.ts'
import { gapAfterRemoval } from './queue/queue.ts'
import type { Random } from './queue/shuffle.ts'
import {
  type TrackLists,
  withAdded,
  withListUpdated,
  withRemoved,
  withShuffleToggled,
  withTracks,
} from './queue/track-lists.ts'
import type { ListSource, PlayerState, PlayerTrack, PlayingList } from './state/player-state.ts'
import type { Readable } from './state/store.ts'

export interface ListActions {
  /**
   * Plays a list from the first track of its current order, or from `startTrackId` (in a list that repeats the track, the id
   * of the entry). Does nothing if the list is empty
   * or lacks that track.
   */
  playAlbum(list: PlayingList, startTrackId?: string): void
  /** Replaces the current list; the current track continues if the new list has it, else the list starts. */
  continueIn(list: PlayingList): void
  /**
   * Replaces the tracks of a list if it is still the current one. The current track continues, and so does a shuffled order:
   * new tracks come at random places after the current one.
   */
  updateList(list: PlayingList): void
  /** Plays a track of the current list. Any other track becomes the only one of a list of its album. */
  playTrack(track: PlayerTrack): void
  /** Plays a track of a list and selects that list. Does nothing if the list lacks the track. */
  playFrom(source: ListSource, trackId: string): void
  /** Selects the list that the next tracks come from; the current track continues. */
  selectSource(source: ListSource): void
  /** Shuffles a list anew or restores its natural order; the current track continues. */
  toggleShuffle(source: ListSource): void
  /** Appends to the listener's own tracks. @returns false if all are already there */
  addToQueue(...tracks: readonly PlayerTrack[]): boolean
  /** Removes one of the listener's own tracks. If it is playing, it continues, and then the one that followed it. */
  removeFromQueue(trackId: string): void
  clearQueue(): void
  /** The similar music that goes on after the queue's end, if autoplay is on; null: none is known. */
  setContinuation(list: PlayingList | null): void
  /** Makes the continuation the chosen list, in its order, and plays this track of it. Does nothing if it lacks the track. */
  playContinuation(track: PlayerTrack): void
  /** Inserts tracks of an earlier visit before the listener's own. @param order their shuffled order, as track ids */
  restoreQueue(tracks: readonly PlayerTrack[], order: readonly string[]): void
}

export interface ListActionsParts {
  readonly state: Readable<PlayerState>
  readonly playback: Playback
  readonly savedOrder: (listId: string) => readonly string[] | null
  readonly random: Random
}

export function createListActions({ state, playback, savedOrder, random }: ListActionsParts): ListActions {
  /** The shuffled order for a list: the current one if the list starts again, else the saved one. */
  function orderFor(listId: string): readonly string[] | null {
    const { list, orders, shuffled } = state.getState()
    if (!shuffled.album) return null
    return list?.id === listId ? orders.album.map(keyOf) : savedOrder(listId)
  }

  /** The fields that make a list the current one. */
  function fieldsFor({ tracks, ...list }: PlayingList) {
    const lists = withTracks(state.getState(), 'album', tracks, random, orderFor(list.id))
    return { ...lists, source: 'album' as const, list, round: null }
  }

  function playAlbum(list: PlayingList, startTrackId?: string): void {
    const fields = fieldsFor(list)
    const order = fields.orders.album
    const track = order[startTrackId === undefined ? 0 : indexOfId(order, startTrackId)]
    if (!track) return
    playback.forgetUnplayable()
    playback.start(track, fields)
  }

  function continueIn(list: PlayingList): void {
    const { track } = state.getState()
    if (!track || indexOfTrack(list.tracks, track) < 0) {
      playAlbum(list)
      return
    }
    playback.forgetUnplayable()
    playback.update(fieldsFor(list))
  }

  function playFrom(source: ListSource, trackId: string): void {
    const order = state.getState().orders[source]
    const track = order[indexOfId(order, trackId)]
    if (!track) return
    playback.forgetUnplayable(track.id)
    playback.start(track, { source, round: null })
  }

  return {
    playAlbum,
    continueIn,
    playFrom,
    updateList({ id, tracks }) {
      const now = state.getState()
      if (now.list?.id === id) playback.update(withListUpdated(now, tracks, now.track, random))
    },
    playTrack(track) {
      if (indexOfId(state.getState().naturalOrders.album, keyOf(track)) >= 0) playFrom('album', keyOf(track))
      else playAlbum({ id: track.albumId, title: track.albumTitle, type: 'album', tracks: [track] })
    },
    selectSource: source => playback.update({ source }),
    toggleShuffle(source) {
      const now = state.getState()
      const lists = withShuffleToggled(now, source, random)
      // The gap is an index in the old order.
      const gap = source === 'user' ? null : now.gap
      playback.update({ ...lists, gap, round: source === now.source ? null : now.round })
    },
    addToQueue(...tracks) {
      const before: TrackLists = state.getState()
      const lists = tracks.reduce((now, track) => withAdded(now, track) ?? now, before)
      // Once for all: whoever follows the queue compares whole lists.
      if (lists !== before) playback.update(lists)
      return lists !== before
    },
    removeFromQueue(trackId) {
      const lists = withRemoved(state.getState(), trackId)
      if (lists) playback.update({ ...lists, gap: gapAfterRemoval(state.getState(), trackId) })
    },
    setContinuation: continuation => playback.update({ continuation }),
    playContinuation(track) {
      if (!state.getState().continuation?.tracks.includes(track)) return
      playback.forgetUnplayable()
      playback.start(track)
    },
    clearQueue: () => playback.update({ ...withTracks(state.getState(), 'user', [], random), gap: null }),
    restoreQueue(tracks, order) {
      const now = state.getState()
      const all = [...tracks, ...now.naturalOrders.user]
      const combined = [...order, ...now.orders.user.map(keyOf)]
      playback.update({ ...withTracks(now, 'user', all, random, combined), gap: null })
    },
  }
}
