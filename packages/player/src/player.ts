import { createListActs, type ListActs } from './list-acts.ts'
import type { AudioOutput } from './output.ts'
import { createOutputEvents } from './output-events.ts'
import { createPlayback } from './playback.ts'
import { ACTS } from './rules.ts'
import type { Random } from './shuffle.ts'
import { type Clock, createSleepTimer, type Sleep, SYSTEM_CLOCK, WAKE } from './sleep-timer.ts'
import { restored, restoredProgress, type Snapshot } from './snapshot.ts'
import { type SoundSettings, withSound } from './sound-settings.ts'
import { IDLE, NO_PROGRESS, type PlayerState, type PlayerTrack, type Progress } from './state.ts'
import { createStore, type Readable } from './store.ts'
import { createTransport, type Transport } from './transport.ts'
import { readVolume, type VolumeStorage, writeVolume } from './volume.ts'

/**
 * Plays lists of tracks through an output. `getState` and `subscribe` suit `useSyncExternalStore`; where
 * the sound is, which changes several times a second, is the store `progress`, so that only what shows it
 * is drawn again. Which act does something in which state stands in rules.ts.
 */
export interface Player extends Readable<PlayerState>, ListActs, Transport {
  readonly progress: Readable<Progress>
  /** 0 to 1; kept in the storage. Works while idle, too (READ-35). */
  setVolume(volume: number): void
  /** Takes the settings that are named, within their limits. */
  setSound(fields: Partial<SoundSettings>): void
  /**
   * Pauses by itself, at a moment, before which the sound dies away, or after the current track; it is off again
   * once it has.
   */
  sleep(sleep: Sleep): void
  /** A track that may be started soon: what its start needs is fetched. */
  warm(track: PlayerTrack): void
  /** Takes up what an earlier visit left, paused; nothing is fetched until it is resumed (PROP-50). */
  restore(snapshot: Snapshot): void
  /** Idle, without lists, shuffle and sleep; volume and sound settings stay. */
  stop(): void
  destroy(): void
}

export interface PlayerParts {
  readonly output: AudioOutput
  /** Where the volume is kept; nowhere by default. */
  readonly storage?: VolumeStorage
  /** The shuffled order that was kept for a list, as track ids (ENG-20): asked when a list starts shuffled. */
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
  const transport = createTransport({ output, state, progress, playback })
  const sleepTimer = createSleepTimer(clock, {
    onNear: seconds => output.fadeOut(seconds),
    onDue() {
      transport.pause()
      playback.change({ sleep: WAKE })
    },
    onFar: () => output.fadeBack(),
  })

  output.attach(
    createOutputEvents({ state, progress, playback, pause: transport.pause, onMoved: sleepTimer.look }),
  )
  output.setVolume(state.getState().volume)

  return {
    getState: state.getState,
    subscribe: state.subscribe,
    progress: { getState: progress.getState, subscribe: progress.subscribe },
    ...transport,
    ...createListActs({ state, playback, keptOrder, random }),
    setVolume(wanted) {
      if (Number.isNaN(wanted)) return
      const volume = Math.min(Math.max(wanted, 0), 1)
      state.change({ volume })
      output.setVolume(volume)
      writeVolume(storage, volume)
    },
    setSound: fields => playback.change({ sound: withSound(state.getState().sound, fields) }),
    sleep(wanted) {
      if (wanted.kind === 'at' && Number.isNaN(wanted.until)) return
      playback.change({ sleep: wanted })
      sleepTimer.set(wanted)
    },
    warm: track => output.warm(track),
    restore(snapshot) {
      const status = ACTS.restore[state.getState().status]
      if (!status) return
      progress.change(restoredProgress(snapshot))
      playback.change({
        ...restored(state.getState(), snapshot, random),
        status: snapshot.track ? status : 'idle',
      })
    },
    stop() {
      const status = ACTS.stop[state.getState().status]
      if (!status) return
      const { volume, sound, load } = state.getState()
      playback.lose()
      sleepTimer.set(WAKE)
      output.stop()
      state.change({ ...IDLE, status, volume, sound, load })
      progress.change(NO_PROGRESS)
    },
    destroy() {
      sleepTimer.set(WAKE)
      output.destroy()
    },
  }
}
