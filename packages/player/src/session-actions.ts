import type { Playback, PlaybackParts } from './playback.ts'
import type { Random } from './queue/shuffle.ts'
import { NO_SLEEP, type SleepTimer } from './sleep-timer.ts'
import { IDLE_STATE, NO_PROGRESS } from './state/player-state.ts'
import { restoreProgress, restoreState, type Snapshot } from './state/snapshot.ts'
import { ACTION_TRANSITIONS } from './state/status-transitions.ts'

export interface SessionActions {
  /** Continues an earlier visit, paused; fetches nothing until `resume`. */
  restore(snapshot: Snapshot): void
  /** Resets everything but volume and settings. */
  stop(): void
}

export interface SessionActionsParts extends PlaybackParts {
  readonly playback: Playback
  readonly sleepTimer: SleepTimer
  readonly random: Random
}

export function createSessionActions({
  state,
  progress,
  loader,
  playback,
  sleepTimer,
  random,
}: SessionActionsParts): SessionActions {
  return {
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
      loader.output?.stop()
      state.update({ ...IDLE_STATE, status, volume, settings, load })
      progress.update(NO_PROGRESS)
    },
  }
}
