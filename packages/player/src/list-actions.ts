import type { Playback } from './playback.ts'
import { indexOfId } from './queue/id-index.ts'
import { gapAfterRemoval } from './queue/queue.ts'
import type { Random } from './queue/shuffle.ts'
import { withAdded, withRemoved, withShuffleToggled, withTracks } from './queue/track-lists.ts'
import type { ListSource, PlayerState, PlayerTrack, PlayingList } from './state/player-state.ts'
import type { Readable } from './state/store.ts'

/** What decides what plays and in which order. */
export interface ListActions {
  /**
   * Plays a list, from the first track of the order in effect (READ-12) or the one named, and opens the
   * source of albums. An empty list, or a strange track: nothing.
   */
  playAlbum(list: PlayingList, startTrackId?: string): void
  /** Takes a list in place of the current one; the current track goes on where it is in it, else the list starts. */
  continueIn(list: PlayingList): void
  /** Plays a track of the current list; one that is not in it becomes a list of its own album, alone. */
  playTrack(track: PlayerTrack): void
  /** Opens a source and plays a track of it. A track it does not have: nothing. */
  playFrom(source: ListSource, trackId: string): void
  /** Chooses what comes next from now on; what sounds goes on (READ-49, PROP-44). */
  selectSource(source: ListSource): void
  /** Makes a new order for a source, or brings its natural one back; what sounds goes on (READ-11). */
  toggleShuffle(source: ListSource): void
  /** Adds to the listener's own tracks; false where it is there already (NOW-18). */
  addToQueue(track: PlayerTrack): boolean
  /** Takes a track out of the listener's own. What sounds goes on, and after it what followed it there. */
  removeFromQueue(trackId: string): void
  clearQueue(): void
  /** Puts tracks of an earlier visit in front of the listener's own, in the order in which they were shuffled. */
  restoreQueue(tracks: readonly PlayerTrack[], order: readonly string[]): void
}

export interface ListActionsParts {
  readonly state: Readable<PlayerState>
  readonly playback: Playback
  readonly savedOrder: (listId: string) => readonly string[] | null
  readonly random: Random
}

export function createListActions({ state, playback, savedOrder, random }: ListActionsParts): ListActions {
  /** A list that starts again keeps its order; another takes the one that was kept for it (READ-11). */
  function orderFor(listId: string): readonly string[] | null {
    const { list, orders, shuffled } = state.getState()
    if (!shuffled.album) return null
    return list?.id === listId ? orders.album.map(({ id }) => id) : savedOrder(listId)
  }

  /** The fields that make a list the current album. */
  function asAlbum({ tracks, ...list }: PlayingList) {
    const sources = withTracks(state.getState(), 'album', tracks, random, orderFor(list.id))
    return { ...sources, source: 'album' as const, list }
  }

  function playAlbum(list: PlayingList, startTrackId?: string): void {
    const fields = asAlbum(list)
    const order = fields.orders.album
    const track = order[startTrackId === undefined ? 0 : indexOfId(order, startTrackId)]
    if (!track) return
    playback.forgetUnplayable()
    playback.start(track, fields)
  }

  function continueIn(list: PlayingList): void {
    const { track } = state.getState()
    if (!track || indexOfId(list.tracks, track.id) < 0) {
      playAlbum(list)
      return
    }
    playback.forgetUnplayable()
    playback.update(asAlbum(list))
  }

  function playFrom(source: ListSource, trackId: string): void {
    const order = state.getState().orders[source]
    const track = order[indexOfId(order, trackId)]
    if (!track) return
    playback.forgetUnplayable(trackId)
    playback.start(track, { source })
  }

  return {
    playAlbum,
    continueIn,
    playFrom,
    playTrack(track) {
      if (indexOfId(state.getState().naturals.album, track.id) >= 0) playFrom('album', track.id)
      else playAlbum({ id: track.albumId, title: track.albumTitle, type: 'album', tracks: [track] })
    },
    selectSource: source => playback.update({ source }),
    toggleShuffle(source) {
      const sources = withShuffleToggled(state.getState(), source, random)
      // In another order nothing stands where the track stood.
      playback.update(source === 'user' ? { ...sources, gap: null } : sources)
    },
    addToQueue(track) {
      const sources = withAdded(state.getState(), track)
      if (sources) playback.update(sources)
      return sources !== null
    },
    removeFromQueue(trackId) {
      const sources = withRemoved(state.getState(), trackId)
      if (sources) playback.update({ ...sources, gap: gapAfterRemoval(state.getState(), trackId) })
    },
    clearQueue: () => playback.update({ ...withTracks(state.getState(), 'user', [], random), gap: null }),
    restoreQueue(tracks, order) {
      const now = state.getState()
      const all = [...tracks, ...now.naturals.user]
      const kept = [...order, ...now.orders.user.map(({ id }) => id)]
      playback.update({ ...withTracks(now, 'user', all, random, kept), gap: null })
    },
  }
}
