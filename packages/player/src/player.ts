import { type Clock, SYSTEM_CLOCK } from './clock.ts'
import { createListActions, type ListActions } from './list-actions.ts'
import type { Output } from './output/output.ts'
import { OutputLoader } from './output/output-loader.ts'
import { OutputHandler } from './output-handler.ts'
import { Playback } from './playback.ts'
import type { Random } from './queue/shuffle.ts'
import { Recovery } from './recovery.ts'
import { createSessionActions, type SessionActions } from './session-actions.ts'
import { createSettingsActions, type SettingsActions } from './settings-actions.ts'
import { createSleepTimer, NO_SLEEP } from './sleep-timer.ts'
import {
  IDLE_STATE,
  NO_PROGRESS,
  type PlayerState,
  type PlayerTrack,
  type Progress,
} from './state/player-state.ts'
import { createStore, type Readable } from './state/store.ts'
import { loadVolume, type VolumeStorage } from './state/stored-volume.ts'
import { createTransport, type Transport } from './transport.ts'

/** Plays lists of tracks through an output. */
export interface Player
  extends Readable<PlayerState>,
    ListActions,
    Transport,
    SettingsActions,
    SessionActions {
  /** A store of its own because it changes several times a second. */
  readonly progress: Readable<Progress>
  /** Fetches what the track needs to start immediately. */
  prefetch(track: PlayerTrack): void
  /** Fetches the code of the output before it is needed. */
  loadOutput(): void
  /** The listener has seen the notice. */
  dismissNotice(): void
  destroy(): void
}

export interface PlayerParts {
  /** The output, or how to fetch its code when it is first needed. */
  readonly output: Output | (() => Promise<Output>)
  /** Where the volume is stored; nowhere by default. */
  readonly storage?: VolumeStorage
  /** The shuffled order that an earlier visit saved for a list, as track ids. */
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
  const loader = new OutputLoader(typeof output === 'function' ? output : async () => output)
  const playback = new Playback({ state, progress, loader })
  const transport = createTransport({ state, progress, loader, playback })
  const sleepTimer = createSleepTimer(clock, {
    onFadeOut: seconds => loader.output?.volume.fadeOut(seconds),
    onFadeIn: () => loader.output?.volume.fadeIn(),
    onDue() {
      transport.pause()
      playback.update({ sleep: NO_SLEEP })
    },
  })
  const recovery = new Recovery({ state, progress, loader, playback, clock })
  const handler = new OutputHandler({ state, progress, loader, playback, transport, sleepTimer, recovery })
  loader.connect(handler, typeof output === 'function' ? undefined : output)

  return {
    getState: state.getState,
    subscribe: state.subscribe,
    progress: { getState: progress.getState, subscribe: progress.subscribe },
    ...transport,
    ...createListActions({ state, playback, savedOrder, random }),
    ...createSettingsActions({ state, loader, playback, sleepTimer, storage }),
    ...createSessionActions({ state, progress, loader, playback, sleepTimer, random }),
    prefetch: track => handler.prefetch(track),
    loadOutput: () => loader.load(),
    dismissNotice: () => recovery.dismissNotice(),
    destroy() {
      sleepTimer.set(NO_SLEEP)
      recovery.destroy()
      handler.destroy()
      loader.destroy()
    },
  }
}
