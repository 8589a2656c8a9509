import type { Player } from '@refrain/player/player'
import { ownName } from '../../prefix.ts'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { readRecord } from './saved-values.ts'

/** localStorage key of the playback settings: crossfade, loudness and speed. */
const SETTINGS_KEY = 'sound'
const VOLUME = 'volume'

/** Restores and saves playback settings, and follows changes in other tabs. */
export function persistPlaybackSettings(
  player: Pick<Player, 'getState' | 'subscribe' | 'setSettings' | 'setVolume'>,
): void {
  player.setSettings(readRecord(SETTINGS_KEY))
  let { settings } = player.getState()
  let isFollowing = false
  // A following tab must not write: its value may already be outdated.
  function followSettings(): void {
    isFollowing = true
    player.setSettings(readRecord(SETTINGS_KEY))
    isFollowing = false
  }

  player.subscribe(() => {
    const chosen = player.getState().settings
    if (chosen === settings) return
    settings = chosen
    if (!isFollowing) writeLocal(SETTINGS_KEY, JSON.stringify(settings))
  })
  addEventListener('storage', ({ key, newValue }) => {
    if (!newValue) return
    if (key === ownName(SETTINGS_KEY)) followSettings()
    if (key === ownName(VOLUME)) player.setVolume(Number(readLocal(VOLUME) ?? Number.NaN))
  })
}
