import { readLocal } from '../../ui/browser/local-storage.ts'
import { whenIdle } from '../../ui/timing/when-idle.ts'

const TIMEOUT_MS = 5_000

/**
 * Once Home stands, has the albums counted that were played fully (ENG-24). The code for it comes only where
 * there may be any. Answers what calls it off.
 */
export function scheduleAlbumPlayCount(): (() => void) | undefined {
  if (readLocal('token') === null || readLocal('playedTracks') === null) return undefined
  return whenIdle(() => {
    import('./count-played-albums.ts').then(({ countPlayedAlbums }) => countPlayedAlbums()).catch(() => {})
  }, TIMEOUT_MS)
}
