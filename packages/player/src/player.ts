import { type Clock, SYSTEM_CLOCK } from './clock.ts'
import { createListActions, type ListActions } from './list-actions.ts'
import type { AudioOutput } from './output/output.ts'
import { createOutputEvents } from './output-handler.ts'
import { createPlayback } from './playback.ts'
import type { Random } from './queue/shuffle.ts'
import { createSleepTimer, NO_SLEEP, type SleepSetting } from './sleep-timer.ts'
import { type PlaybackSettings, withSettings } from './state/playback-settings.ts'
import {
  IDLE_STATE,
  NO_PROGRESS,
  type PlayerState,
  type PlayerTrack,
  type Progress,
} from './state/player-state.ts'
import { restoreProgress, restoreState, type Snapshot } from './state/snapshot.ts'
import { ACTION_TRANSITIONS } from './state/status-transitions.ts'
import { createStore, type Readable } from './state/store.ts'
import { loadVolume, saveVolume, type VolumeStorage } from './state/stored-volume.ts'
import { createTransport, type Transport } from './transport.ts'

/**
 * Plays lists of tracks through an output. `getState` and `subscribe` suit `useSyncExternalStore`; where
 * the sound is, which changes several times a second, is the store `progress`, so that only what shows it
 * is drawn again. Which act does something in which state stands in rules.ts.
 */
export interface Player extends Readable<PlayerState>, ListActions, Transport {
  readonly progress: Readable<Progress>
  /** 0 to 1; kept in the storage. Works while idle, too (READ-35). */
  setVolume(volume: number): void
  /** Takes the settings that are named, within their limits. */
  setSettings(fields: Partial<PlaybackSettings>): void
  /**
   * Pauses by itself, at a moment, before which the sound dies away, or after the current track; it is off again
   * once it has.
   */
  setSleep(sleep: SleepSetting): void
  /** A track that may be started soon: what its start needs is fetched. */
  prefetch(track: PlayerTrack): void
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
  readonly savedOrder?: (listId: string) => readonly string[] | null
  readonly random?: Random
  readonly clock?: Clock
}

export function createPlayer({
  output,
  storage,
  savedOrder = () => null,
  random = Math.random,
  clock = SYSTEM_CLOCK,
}: PlayerParts): Player {
  const state = createStore<PlayerState>({ ...IDLE_STATE, volume: loadVolume(storage) })
  const progress = createStore<Progress>(NO_PROGRESS)
  const playback = createPlayback({ output, state, progress })
  const transport = createTransport({ output, state, progress, playback })
  const sleepTimer = createSleepTimer(clock, {
    onFadeOut: seconds => output.fadeOut(seconds),
    onDue() {
      transport.pause()
      playback.update({ sleep: NO_SLEEP })
    },
    onFadeIn: () => output.fadeIn(),
  })

  output.attach(
    createOutputEvents({ state, progress, playback, pause: transport.pause, onMoved: sleepTimer.check }),
  )
  output.setVolume(state.getState().volume)

  return {
    getState: state.getState,
    subscribe: state.subscribe,
    progress: { getState: progress.getState, subscribe: progress.subscribe },
    ...transport,
    ...createListActions({ state, playback, savedOrder, random }),
    setVolume(wanted) {
      if (Number.isNaN(wanted)) return
      const volume = Math.min(Math.max(wanted, 0), 1)
      state.update({ volume })
      output.setVolume(volume)
      saveVolume(storage, volume)
    },
    setSettings: fields => playback.update({ settings: withSettings(state.getState().settings, fields) }),
    setSleep(wanted) {
      if (wanted.kind === 'at' && Number.isNaN(wanted.until)) return
      playback.update({ sleep: wanted })
      sleepTimer.set(wanted)
    },
    prefetch: track => output.prefetch(track),
    restore(snapshot) {
      const status = ACTION_TRANSITIONS.restore[state.getState().status]
      if (!status) return
      progress.update(restoreProgress(snapshot))
      playback.update({
        ...restoreState(state.getState(), snapshot, random),
        status: snapshot.track ? status : 'idle',
      })
    },
    stop() {
      const status = ACTION_TRANSITIONS.stop[state.getState().status]
      if (!status) return
      const { volume, settings, load } = state.getState()
      playback.unload()
      sleepTimer.set(NO_SLEEP)
      output.stop()
      state.update({ ...IDLE_STATE, status, volume, settings, load })
      progress.update(NO_PROGRESS)
    },
    destroy() {
      sleepTimer.set(NO_SLEEP)
      output.destroy()
    },
  }
}
