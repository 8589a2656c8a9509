import { placeOf } from './places.ts'
import type { Playback } from './playback.ts'
import { gapWithout } from './queue.ts'
import type { Random } from './shuffle.ts'
import { withAdded, withRemoved, withShuffleToggled, withTracks } from './sources.ts'
import type { PlayerState, PlayerTrack, PlayingList, Source } from './state.ts'
import type { Readable } from './store.ts'

/** What decides what plays and in which order. */
export interface ListActs {
  /**
   * Plays a list, from the first track of the order in effect (READ-12) or the one named, and opens the
   * source of albums. An empty list, or a strange track: nothing.
   */
  playAlbum(list: PlayingList, startTrackId?: string): void
  /** Takes a list in place of the current one; the current track goes on where it is in it, else the list starts. */
  goOnIn(list: PlayingList): void
  /** Plays a track of the current list; one that is not in it becomes a list of its own album, alone. */
  playTrack(track: PlayerTrack): void
  /** Opens a source and plays a track of it. A track it does not have: nothing. */
  playFrom(source: Source, trackId: string): void
  /** Chooses what comes next from now on; what sounds goes on (READ-49, PROP-44). */
  openSource(source: Source): void
  /** Makes a new order for a source, or brings its natural one back; what sounds goes on (READ-11). */
  toggleShuffle(source: Source): void
  /** Adds to the listener's own tracks; false where it is there already (NOW-18). */
  addToQueue(track: PlayerTrack): boolean
  /** Takes a track out of the listener's own. What sounds goes on, and after it what followed it there. */
  removeFromQueue(trackId: string): void
  clearQueue(): void
  /** Puts tracks of an earlier visit in front of the listener's own, in the order in which they were shuffled. */
  restoreQueue(tracks: readonly PlayerTrack[], order: readonly string[]): void
}

export interface ListActsParts {
  readonly state: Readable<PlayerState>
  readonly playback: Playback
  readonly keptOrder: (listId: string) => readonly string[] | null
  readonly random: Random
}

export function createListActs({ state, playback, keptOrder, random }: ListActsParts): ListActs {
  /** A list that starts again keeps its order; another takes the one that was kept for it (READ-11). */
  function orderFor(listId: string): readonly string[] | null {
    const { list, orders, shuffled } = state.getState()
    if (!shuffled.album) return null
    return list?.id === listId ? orders.album.map(({ id }) => id) : keptOrder(listId)
  }

  /** The fields that make a list the current album. */
  function asAlbum({ tracks, ...list }: PlayingList) {
    const sources = withTracks(state.getState(), 'album', tracks, random, orderFor(list.id))
    return { ...sources, source: 'album' as const, list }
  }

  function playAlbum(list: PlayingList, startTrackId?: string): void {
    const fields = asAlbum(list)
    const order = fields.orders.album
    const track = order[startTrackId === undefined ? 0 : placeOf(order, startTrackId)]
    if (!track) return
    playback.forgive()
    playback.begin(track, fields)
  }

  function goOnIn(list: PlayingList): void {
    const { track } = state.getState()
    if (!track || placeOf(list.tracks, track.id) < 0) {
      playAlbum(list)
      return
    }
    playback.forgive()
    playback.change(asAlbum(list))
  }

  function playFrom(source: Source, trackId: string): void {
    const order = state.getState().orders[source]
    const track = order[placeOf(order, trackId)]
    if (!track) return
    playback.forgive(trackId)
    playback.begin(track, { source })
  }

  return {
    playAlbum,
    goOnIn,
    playFrom,
    playTrack(track) {
      if (placeOf(state.getState().naturals.album, track.id) >= 0) playFrom('album', track.id)
      else playAlbum({ id: track.albumId, title: track.albumTitle, type: 'album', tracks: [track] })
    },
    openSource: source => playback.change({ source }),
    toggleShuffle(source) {
      const sources = withShuffleToggled(state.getState(), source, random)
      // In another order nothing stands where the track stood.
      playback.change(source === 'user' ? { ...sources, gap: null } : sources)
    },
    addToQueue(track) {
      const sources = withAdded(state.getState(), track)
      if (sources) playback.change(sources)
      return sources !== null
    },
    removeFromQueue(trackId) {
      const sources = withRemoved(state.getState(), trackId)
      if (sources) playback.change({ ...sources, gap: gapWithout(state.getState(), trackId) })
    },
    clearQueue: () => playback.change({ ...withTracks(state.getState(), 'user', [], random), gap: null }),
    restoreQueue(tracks, order) {
      const now = state.getState()
      const all = [...tracks, ...now.naturals.user]
      const kept = [...order, ...now.orders.user.map(({ id }) => id)]
      playback.change({ ...withTracks(now, 'user', all, random, kept), gap: null })
    },
  }
}
