import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { player } from './player.ts'

/** localStorage key of the volume before muting. */
const VOLUME_BEFORE = 'volumeBefore'

/** Volume after unmuting if localStorage is not available. */
let before = 1

/** Mutes, or restores the previous volume, even after a reload. */
export function toggleMute(): void {
  const { volume } = player.getState()
  if (volume > 0) saveBefore(volume)
  player.setVolume(volume > 0 ? 0 : readBefore())
}

function saveBefore(volume: number): void {
  before = volume
  writeLocal(VOLUME_BEFORE, `${volume}`)
}

function readBefore(): number {
  const saved = Number(readLocal(VOLUME_BEFORE))
  return saved > 0 && saved <= 1 ? saved : before
}
