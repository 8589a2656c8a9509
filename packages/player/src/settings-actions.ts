import type { OutputLoader } from './output/output-loader.ts'
import type { Playback } from './playback.ts'
import type { SleepSetting, SleepTimer } from './sleep-timer.ts'
import { type PlaybackSettings, withSettings } from './state/playback-settings.ts'
import type { PlayerState } from './state/player-state.ts'
import type { Store } from './state/store.ts'
import { saveVolume, type VolumeStorage } from './state/stored-volume.ts'

export interface SettingsActions {
  /** 0 to 1; stored. Works while idle, too. */
  setVolume(volume: number): void
  setSettings(fields: Partial<PlaybackSettings>): void
  /** Shows the system's list of AirPlay receivers; to be called in a user gesture. */
  showReceivers(): void
  /** Pauses at a time, after a fade-out, or after the current track; then the setting is off again. */
  setSleep(sleep: SleepSetting): void
}

export interface SettingsActionsParts {
  readonly state: Store<PlayerState>
  readonly loader: OutputLoader
  readonly playback: Playback
  readonly sleepTimer: SleepTimer
  readonly storage: VolumeStorage | undefined
}

export function createSettingsActions({
  state,
  loader,
  playback,
  sleepTimer,
  storage,
}: SettingsActionsParts): SettingsActions {
  return {
    setVolume(wanted) {
      if (Number.isNaN(wanted)) return
      const volume = Math.min(Math.max(wanted, 0), 1)
      state.update({ volume })
      loader.output?.volume.set(volume)
      saveVolume(storage, volume)
    },
    setSettings: fields => playback.update({ settings: withSettings(state.getState().settings, fields) }),
    showReceivers: () => loader.output?.showReceivers(),
    setSleep(wanted) {
      if (wanted.kind === 'at' && Number.isNaN(wanted.until)) return
      playback.update({ sleep: wanted })
      sleepTimer.set(wanted)
    },
  }
}
