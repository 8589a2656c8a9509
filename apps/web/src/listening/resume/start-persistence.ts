import type { Player } from '@refrain/player/player'
import { onSessionEnd } from '../../account/session.ts'
import { readLocal } from '../../ui/browser/local-storage.ts'
import { clearSavedPlayer } from './clear-saved-player.ts'
import type { PlayerPersistence } from './persist-player.ts'
import { persistPlaybackSettings } from './saved-playback-settings.ts'

/** Keys whose presence means that there is something to restore. */
const RESTORABLE_KEYS = ['playingTrack', 'userTracks', 'tracks'] as const

/** Loads the persistence code early, so that a press right before leaving is saved. */
export const loadPersistence = () => import('./persist-player.ts')

/**
 * Persists the player across page loads. The code is loaded on the first action, or by `takeUp` if something
 * is saved.
 */
export function startPersistence(player: Player): { readonly takeUp: () => void } {
  let persistence: Promise<PlayerPersistence | undefined> | undefined
  const load = () => {
    persistence ??= loadPersistence().then(
      ({ persistPlayer }) => persistPlayer(player),
      // The code could not be loaded: the next action tries again.
      () => {
        persistence = undefined
        return undefined
      },
    )
    return persistence
  }

  persistPlaybackSettings(player)
  // Restored at once, so that even an early press respects it.
  if (readLocal('shuffled') === 'true') player.toggleShuffle('album')
  if (readLocal('shuffledUser') === 'true') player.toggleShuffle('user')
  if (readLocal('isUserTracksOpen') === 'true') player.selectSource('user')
  player.subscribe(() => void load())
  // Deletes the user's state after logout, even if the code cannot be loaded.
  const forget = () => void load().then(loaded => (loaded ? loaded.forget() : clearSavedPlayer()))
  onSessionEnd(forget, new AbortController().signal)
  return {
    takeUp() {
      if (RESTORABLE_KEYS.some(key => readLocal(key) !== null)) void load()
    },
  }
}
