import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { player } from './player.ts'

/** localStorage key of the volume before muting. */
const LOUD = 'volumeBefore'

/** Volume after unmuting if localStorage is not available. */
let before = 1

/** Mutes, or restores the previous volume, even after a reload. */
export function toggleMute(): void {
  const { volume } = player.getState()
  if (volume > 0) keepBefore(volume)
  player.setVolume(volume > 0 ? 0 : readBefore())
}

function keepBefore(volume: number): void {
  before = volume
  writeLocal(LOUD, `${volume}`)
}

function readBefore(): number {
  const kept = Number(readLocal(LOUD))
  return kept > 0 && kept <= 1 ? kept : before
}
