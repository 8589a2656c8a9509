import { readLocal } from '../../ui/browser/local-storage.ts'
import { whenIdle } from '../../ui/timing/when-idle.ts'

const TIMEOUT_MS = 5_000

/**
 * Reports fully played albums once Home has rendered. Loads the code only if there may be any.
 * @returns cancels it
 */
export function scheduleAlbumPlayCount(): (() => void) | undefined {
  if (readLocal('token') === null || readLocal('playedTracks') === null) return undefined
  return whenIdle(() => {
    import('./count-played-albums.ts').then(({ countPlayedAlbums }) => countPlayedAlbums()).catch(() => {})
  }, TIMEOUT_MS)
}
