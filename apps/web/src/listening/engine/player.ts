import { createPlayer, type Player } from '@refrain/player/player'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import { saveRecent } from '../reports/recent-tracks.ts'
import { readShuffle } from '../resume/saved-values.ts'
import { requestEarly } from './early-stream-index.ts'

/** The player of the application. React components use use-player.ts; actions are called directly. */
export const player: Player = createPlayer({
  async output() {
    const { createPlayerOutput } = await loadChunk(() => import('./player-output.ts'))
    return createPlayerOutput(player)
  },
  storage: { getItem: readLocal, setItem: writeLocal },
  savedOrder: readShuffle,
})

/** Loads the code of the audio output, so that a press need not wait for it. */
export const prepareSound = player.loadOutput

player.subscribe(() => {
  const { status, track, settings } = player.getState()
  if (status === 'loading' && track) requestEarly(track.id, settings)
})

saveRecent(player)
