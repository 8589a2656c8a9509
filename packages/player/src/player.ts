import type { AudioOutput, OutputEvents } from './output.ts'
import { following, preceding } from './queue.ts'
import { ACTS, type Act, EVENTS, type OutputEvent, TOGGLE } from './rules.ts'
import {
  IDLE,
  NO_PROGRESS,
  type PlayerState,
  type PlayerTrack,
  type PlayingList,
  type Progress,
} from './state.ts'
import { createStore, type Readable } from './store.ts'
import { readVolume, type VolumeStorage, writeVolume } from './volume.ts'

const MOST_PASSED_OVER = 10

/**
 * Plays a list of tracks through an output. `getState` and `subscribe` suit `useSyncExternalStore`; where
 * the sound is, which changes several times a second, is the store `progress`, so that only what shows it
 * is drawn again. Which act does something in which state stands in rules.ts.
 */
export interface Player extends Readable<PlayerState> {
  readonly progress: Readable<Progress>
  /** Plays a list, from its first track or the one named. An empty list, or a strange track: nothing. */
  playAlbum(list: PlayingList, startTrackId?: string): void
  /** Plays a track of the current list; one that is not in it becomes a list of its own album, alone. */
  playTrack(track: PlayerTrack): void
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
  stop(): void
  destroy(): void
}

export interface PlayerParts {
  readonly output: AudioOutput
  /** Where the volume is kept; nowhere by default. */
  readonly storage?: VolumeStorage
}

export function createPlayer({ output, storage }: PlayerParts): Player {
  const state = createStore<PlayerState>({ ...IDLE, volume: readVolume(storage) })
  const progress = createStore<Progress>(NO_PROGRESS)
  let unplayable: ReadonlySet<string> = new Set()
  /** Tracks passed over since one was loaded: where nothing at all can be had, not every track is tried. */
  let passedOver = 0
  /** After a failure the output has lost the track: to resume is to start again at the same place. */
  let failed = false

  /** The status an act or event leads to now; null: it does nothing. */
  const led = (act: Act) => ACTS[act][state.getState().status]
  const ledBy = (event: OutputEvent) => EVENTS[event][state.getState().status]

  function nextOf(queue: readonly PlayerTrack[], index: number): PlayerTrack | null {
    return queue[following(queue, index, unplayable)] ?? null
  }

  /** Sets the source, resets the time to 0 and plays (ENG-03 to ENG-05). */
  function startAt(index: number, list = state.getState().list, queue = state.getState().queue): void {
    const track = queue[index]
    if (!track) return
    failed = false
    passedOver = 0
    const nextTrack = nextOf(queue, index)
    state.change({
      status: ACTS.start[state.getState().status] ?? 'loading',
      track,
      list,
      queue,
      index,
      nextTrack,
    })
    progress.change({ position: 0, duration: track.durationSeconds })
    output.start(track, 0)
    output.prepareNext(nextTrack)
  }

  const events: OutputEvents = {
    onSounding: () => settle(ledBy('sounding')),
    onWaiting: () => settle(ledBy('waiting')),
    onPaused: () => settle(ledBy('paused')),
    onPosition(position, duration) {
      if (state.getState().track) progress.change({ position: clamp(position, 0, duration), duration })
    },
    onAdvanced(track) {
      const { queue, index } = state.getState()
      const status = ledBy('advanced')
      const at = following(queue, index, unplayable)
      if (!status || queue[at]?.id !== track.id) return
      passedOver = 0
      const nextTrack = nextOf(queue, at)
      state.change({ status, track, index: at, nextTrack })
      progress.change({ position: 0, duration: track.durationSeconds })
      output.prepareNext(nextTrack)
    },
    onEnded() {
      const { queue, index } = state.getState()
      if (!ledBy('ended')) return
      const at = following(queue, index, unplayable)
      if (at < 0) settle('paused')
      else startAt(at)
    },
    onFailed(error) {
      const status = ledBy('failed')
      if (!status) return
      failed = true
      console.error('Failed to play audio', error)
      settle(status)
    },
    onUnplayable(track) {
      const { queue, index, nextTrack } = state.getState()
      if (nextTrack?.id !== track.id || ++passedOver > MOST_PASSED_OVER) return
      unplayable = new Set([...unplayable, track.id])
      const other = nextOf(queue, index)
      state.change({ nextTrack: other })
      output.prepareNext(other)
    },
  }

  function settle(status: PlayerState['status'] | null): void {
    if (status) state.change({ status })
  }

  function pause(): void {
    const status = led('pause')
    if (!status) return
    settle(status)
    output.pause()
  }

  function resume(): void {
    const { track, nextTrack } = state.getState()
    const status = led('resume')
    if (!status || !track) return
    settle(status)
    if (!failed) {
      output.resume()
      return
    }
    failed = false
    output.start(track, progress.getState().position)
    output.prepareNext(nextTrack)
  }

  function seekTo(seconds: number): void {
    if (!led('seek') || Number.isNaN(seconds)) return
    const position = clamp(seconds, 0, progress.getState().duration)
    progress.change({ position })
    if (!failed) output.seek(position)
  }

  output.attach(events)
  output.setVolume(state.getState().volume)

  return {
    getState: state.getState,
    subscribe: state.subscribe,
    progress: { getState: progress.getState, subscribe: progress.subscribe },
    playAlbum({ tracks, ...list }, startTrackId) {
      const index = startTrackId === undefined ? 0 : tracks.findIndex(track => track.id === startTrackId)
      if (!tracks[index]) return
      unplayable = new Set()
      startAt(index, list, tracks)
    },
    playTrack(track) {
      const { queue, list } = state.getState()
      unplayable = new Set([...unplayable].filter(id => id !== track.id))
      const index = queue.findIndex(item => item.id === track.id)
      if (index >= 0) startAt(index, list, queue)
      else startAt(0, { id: track.albumId, title: track.albumTitle, type: 'album' }, [track])
    },
    toggle() {
      const act = TOGGLE[state.getState().status]
      if (act === 'pause') pause()
      if (act === 'resume') resume()
    },
    pause,
    resume,
    next() {
      const { queue, index } = state.getState()
      if (led('next')) startAt(following(queue, index, unplayable))
    },
    previous() {
      const { queue, index } = state.getState()
      if (led('previous')) startAt(preceding(queue, index, unplayable))
    },
    seekTo,
    seekToPercent: percent => seekTo((percent / 100) * progress.getState().duration),
    setVolume(wanted) {
      if (Number.isNaN(wanted)) return
      const volume = clamp(wanted, 0, 1)
      state.change({ volume })
      output.setVolume(volume)
      writeVolume(storage, volume)
    },
    stop() {
      if (!led('stop')) return
      failed = false
      output.stop()
      state.change({ ...IDLE, volume: state.getState().volume })
      progress.change(NO_PROGRESS)
    },
    destroy: () => output.destroy(),
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most))
}
