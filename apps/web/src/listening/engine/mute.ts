import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { player } from './player.ts'

/** Local storage key of the volume there was before it was muted. */
const LOUD = 'volumeBefore'

/** What the volume goes back to where nothing can be kept. */
let before = 1

/** Mutes, or goes back to the volume there was, also after a reload. */
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
