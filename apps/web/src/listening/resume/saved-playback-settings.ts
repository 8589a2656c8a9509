import type { Player } from '@refrain/player/player'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { readRecord } from './saved-values.ts'

/** Local storage key of the sound settings: crossfade, loudness and speed. */
const SOUND = 'sound'
const VOLUME = 'volume'

/** Takes up the sound settings of the last visit, keeps them, and follows what other tabs choose. */
export function keepSound(
  player: Pick<Player, 'getState' | 'subscribe' | 'setSettings' | 'setVolume'>,
): void {
  player.setSettings(readRecord(SOUND))
  let { settings } = player.getState()
  let isFollowing = false
  // A tab that follows writes nothing: what it was told of may be older than what is kept by now.
  function followSound(): void {
    isFollowing = true
    player.setSettings(readRecord(SOUND))
    isFollowing = false
  }

  player.subscribe(() => {
    const chosen = player.getState().settings
    if (chosen === settings) return
    settings = chosen
    if (!isFollowing) writeLocal(SOUND, JSON.stringify(settings))
  })
  addEventListener('storage', ({ key, newValue }) => {
    if (!newValue) return
    if (key === SOUND) followSound()
    if (key === VOLUME) player.setVolume(Number(readLocal(VOLUME) ?? Number.NaN))
  })
}
