import type { Player } from '@refrain/player/player'
import { keepLocally } from '../ui/local-storage.ts'
import { readRecord } from './kept-values.ts'

/** Local storage key of the sound settings: crossfade, loudness and speed. */
const SOUND = 'sound'
const VOLUME = 'volume'

/** Takes up the sound settings of the last visit, keeps them, and follows what other tabs choose. */
export function keepSound(player: Pick<Player, 'getState' | 'subscribe' | 'setSound' | 'setVolume'>): void {
  player.setSound(readRecord(SOUND))
  let { sound } = player.getState()
  player.subscribe(() => {
    const chosen = player.getState().sound
    if (chosen === sound) return
    sound = chosen
    keepLocally(SOUND, JSON.stringify(sound))
  })
  addEventListener('storage', ({ key, newValue }) => {
    if (!newValue) return
    if (key === SOUND) player.setSound(readRecord(SOUND))
    if (key === VOLUME && player.getState().volume !== Number(newValue)) player.setVolume(Number(newValue))
  })
}
