import { player } from './player.ts'

/** What the volume goes back to when it is no longer muted. */
let before = 1

/** Mutes, or goes back to the volume there was. */
export function toggleMute(): void {
  const { volume } = player.getState()
  if (volume > 0) before = volume
  player.setVolume(volume > 0 ? 0 : before)
}
