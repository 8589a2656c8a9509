import type { Player } from '@refrain/player/player'
import { onSessionEnd } from '../../account/session.ts'
import { readLocal } from '../../ui/browser/local-storage.ts'
import { clearSavedPlayer } from './clear-saved-player.ts'
import type { PlayerPersistence } from './persist-player.ts'
import { keepSound } from './saved-playback-settings.ts'

/** Keys that say that there is something to take up. */
const RESTORABLE_KEYS = ['playingTrack', 'userTracks', 'tracks'] as const

/** Fetches the code that keeps what the player does, so that not even what is pressed right before leaving is lost. */
export const loadPersistence = () => import('./persist-player.ts')

/**
 * Lets what the player does outlive the page, and takes up what an earlier visit left. The code for it comes
 * when it is needed: with the first act, or when `takeUp` is called and something is kept.
 */
export function startPersistence(player: Player): { readonly takeUp: () => void } {
  let keeping: Promise<PlayerPersistence | undefined> | undefined
  const keep = () => {
    keeping ??= loadPersistence().then(
      ({ persistPlayer }) => persistPlayer(player),
      // Nothing is kept until the code can be had; the next act tries again.
      () => {
        keeping = undefined
        return undefined
      },
    )
    return keeping
  }

  keepSound(player)
  // What is pressed before the rest has come is shuffled already (READ-11).
  if (readLocal('shuffled') === 'true') player.toggleShuffle('album')
  if (readLocal('shuffledUser') === 'true') player.toggleShuffle('user')
  if (readLocal('isUserTracksOpen') === 'true') player.selectSource('user')
  player.subscribe(() => void keep())
  // Nothing of a listener who has left stays, also where the code cannot be had.
  const forget = () => void keep().then(kept => (kept ? kept.forget() : clearSavedPlayer()))
  onSessionEnd(forget, new AbortController().signal)
  return {
    takeUp() {
      if (RESTORABLE_KEYS.some(key => readLocal(key) !== null)) void keep()
    },
  }
}
