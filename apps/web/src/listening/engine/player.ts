import { createLateOutput } from '@refrain/player/late-output'
import { createPlayer, type Player } from '@refrain/player/player'
import { readLocal, writeLocal } from '../../ui/browser/local-storage.ts'
import { loadChunk } from '../../ui/loading/load-chunk.ts'
import { keepRecent } from '../reports/recent-tracks.ts'
import { readShuffle } from '../resume/saved-values.ts'

const output = createLateOutput(async () => {
  const { createPlayerOutput } = await loadChunk(() => import('./player-output.ts'))
  return createPlayerOutput(player)
})

/** The player of the application. React components use use-player.ts; actions are called directly. */
export const player: Player = createPlayer({
  output,
  storage: { getItem: readLocal, setItem: writeLocal },
  savedOrder: readShuffle,
})

/** Loads the code of the audio output, so that a press need not wait for it. */
export const prepareSound = output.load

keepRecent(player)
