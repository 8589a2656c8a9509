import type { AudioOutput } from './output.ts'
import { createOutputEvents } from './output-events.ts'
import { placeOf } from './places.ts'
import { createPlayback } from './playback.ts'
import { preceding } from './queue.ts'
import { ACTS, type Act, TOGGLE } from './rules.ts'
import type { Random } from './shuffle.ts'
import { type Clock, createSleepTimer, type Sleep, SYSTEM_CLOCK, WAKE } from './sleep-timer.ts'
import { restored, type Snapshot } from './snapshot.ts'
import { type SoundSettings, withSound } from './sound-settings.ts'
import { withAdded, withRemoved, withShuffleToggled, withTracks } from './sources.ts'
import {
  IDLE,
  NO_PROGRESS,
  type PlayerState,
  type PlayerTrack,
  type PlayingList,
  type Progress,
  type Source,
} from './state.ts'
import { createStore, type Readable } from './store.ts'
import { readVolume, type VolumeStorage, writeVolume } from './volume.ts'

/**
 * Plays lists of tracks through an output. `getState` and `subscribe` suit `useSyncExternalStore`; where
 * the sound is, which changes several times a second, is the store `progress`, so that only what shows it
 * is drawn again. Which act does something in which state stands in rules.ts.
 */
export interface Player extends Readable<PlayerState> {
  readonly progress: Readable<Progress>
  /**
   * Plays a list, from the first track of the order in effect (READ-12) or the one named, and opens the
   * source of albums. An empty list, or a strange track: nothing.
   */
  playAlbum(list: PlayingList, startTrackId?: string): void
  /** Plays a track of the current list; one that is not in it becomes a list of its own album, alone. */
  playTrack(track: PlayerTrack): void
  /** Opens a source and plays a track of it. */
  playFrom(source: Source, trackId: string): void
  toggle(): void
  pause(): void
  resume(): void
  next(): void
  previous(): void
  /** Jumps to a second of the current track; clamped to its length. */
  seekTo(seconds: number): void
  /** Jumps to a percentage of the current track, 0 to 100 (BAR-06). */
  seekToPercent(percent: number): void
  /** 0 to 1; kept in the storage. Works while idle, too (READ-35). */
  setVolume(volume: number): void
  /** Takes the settings named; they are clamped. */
  setSound(fields: Partial<SoundSettings>): void
  /** Adds to the listener's own tracks; false where it is there already (NOW-18). */
  addToQueue(track: PlayerTrack): boolean
  /** Takes a track out of the listener's own. What sounds goes on. */
  removeFromQueue(trackId: string): void
  clearQueue(): void
  /** Chooses what comes next from now on; what sounds goes on (READ-49, PROP-44). */
  openSource(source: Source): void
  /** Makes a new order for a source, or brings its natural one back; what sounds goes on (READ-11). */
  toggleShuffle(source: Source): void
  /** Pauses by itself at a moment or after the current track; off again once it has. */
  sleep(sleep: Sleep): void
  /** A track that may be started soon: what its start needs is fetched. */
  warm(track: PlayerTrack): void
  /** Takes up what an earlier visit left, paused; nothing is fetched until it is resumed (PROP-50). */
  restore(snapshot: Snapshot): void
  /** Idle, without lists, sleep and shuffle; volume and sound settings stay. */
  stop(): void
  destroy(): void
}

export interface PlayerParts {
  readonly output: AudioOutput
  /** Where the volume is kept; nowhere by default. */
  readonly storage?: VolumeStorage
  /** The shuffled order that was kept for a list, as track ids (ENG-20); asked when another list starts. */
  readonly keptOrder?: (listId: string) => readonly string[] | null
  readonly random?: Random
  readonly clock?: Clock
}

export function createPlayer({
  output,
  storage,
  keptOrder = () => null,
  random = Math.random,
  clock = SYSTEM_CLOCK,
}: PlayerParts): Player {
  const state = createStore<PlayerState>({ ...IDLE, volume: readVolume(storage) })
  const progress = createStore<Progress>(NO_PROGRESS)
  const playback = createPlayback({ output, state, progress })
  const sleepTimer = createSleepTimer(clock, () => {
    pause()
    playback.change({ sleep: WAKE })
  })

  /** The status an act leads to now; null: it does nothing. */
  const led = (act: Act) => ACTS[act][state.getState().status]

  function pause(): void {
    const status = led('pause')
    if (!status) return
    state.change({ status })
    output.pause()
  }

  function resume(): void {
    const { track, nextTrack } = state.getState()
    const { position, duration } = progress.getState()
    const status = led('resume')
    if (!status || !track) return
    // At its end there is nothing left to go on with.
    if (!playback.isHeld() && duration > 0 && position >= duration) {
      playback.begin(nextTrack ?? track)
      return
    }
    state.change({ status })
    if (playback.isHeld()) output.resume()
    else playback.reload()
  }

  function seekTo(seconds: number): void {
    if (!led('seek') || Number.isNaN(seconds)) return
    const position = Math.min(Math.max(seconds, 0), progress.getState().duration)
    progress.change({ position })
    if (playback.isHeld()) output.seek(position)
  }

  function playAlbum({ tracks, ...list }: PlayingList, startTrackId?: string): void {
    const { list: before, orders } = state.getState()
    const kept = before?.id === list.id ? orders.album.map(({ id }) => id) : keptOrder(list.id)
    const sources = withTracks(state.getState(), 'album', tracks, random, kept)
    const order = sources.orders.album
    const track = order[startTrackId === undefined ? 0 : placeOf(order, startTrackId)]
    if (!track) return
    playback.forgive()
    playback.begin(track, { ...sources, source: 'album', list })
  }

  function playFrom(source: Source, trackId: string): void {
    const order = state.getState().orders[source]
    const track = order[placeOf(order, trackId)]
    if (!track) return
    playback.forgive(trackId)
    playback.begin(track, { source })
  }

  function sleep(wanted: Sleep): void {
    if (wanted.kind === 'at' && Number.isNaN(wanted.until)) return
    playback.change({ sleep: wanted })
    sleepTimer.set(wanted)
  }

  output.attach(createOutputEvents({ state, progress, playback, pause, onMoved: sleepTimer.look }))
  output.setVolume(state.getState().volume)

  return {
    getState: state.getState,
    subscribe: state.subscribe,
    progress: { getState: progress.getState, subscribe: progress.subscribe },
    playAlbum,
    playTrack(track) {
      if (placeOf(state.getState().naturals.album, track.id) >= 0) playFrom('album', track.id)
      else playAlbum({ id: track.albumId, title: track.albumTitle, type: 'album', tracks: [track] })
    },
    playFrom,
    toggle() {
      const act = TOGGLE[state.getState().status]
      if (act === 'pause') pause()
      if (act === 'resume') resume()
    },
    pause,
    resume,
    next() {
      const { nextTrack } = state.getState()
      if (led('next') && nextTrack) playback.begin(nextTrack)
    },
    previous() {
      const { queue, index } = state.getState()
      const track = queue[preceding(queue, index, playback.unplayable)]
      if (led('previous') && track) playback.begin(track)
    },
    seekTo,
    seekToPercent: percent => seekTo((percent / 100) * progress.getState().duration),
    setVolume(wanted) {
      if (Number.isNaN(wanted)) return
      const volume = Math.min(Math.max(wanted, 0), 1)
      state.change({ volume })
      output.setVolume(volume)
      writeVolume(storage, volume)
    },
    setSound: fields => playback.change({ sound: withSound(state.getState().sound, fields) }),
    addToQueue(track) {
      const sources = withAdded(state.getState(), track)
      if (sources) playback.change(sources)
      return sources !== null
    },
    removeFromQueue(trackId) {
      const sources = withRemoved(state.getState(), trackId)
      if (sources) playback.change(sources)
    },
    clearQueue: () => playback.change(withTracks(state.getState(), 'user', [], random)),
    openSource: source => playback.change({ source }),
    toggleShuffle: source => playback.change(withShuffleToggled(state.getState(), source, random)),
    sleep,
    warm: track => output.warm(track),
    restore(snapshot) {
      const status = led('restore')
      if (!status) return
      const { track, position } = snapshot
      const duration = track?.durationSeconds ?? 0
      progress.change({ position: Math.min(Math.max(position || 0, 0), duration), duration })
      playback.change({ ...restored(state.getState(), snapshot, random), status: track ? status : 'idle' })
    },
    stop() {
      if (!led('stop')) return
      const { volume, sound, load } = state.getState()
      playback.lose()
      sleepTimer.set(WAKE)
      output.stop()
      state.change({ ...IDLE, volume, sound, load })
      progress.change(NO_PROGRESS)
    },
    destroy() {
      sleepTimer.set(WAKE)
      output.destroy()
    },
  }
}
