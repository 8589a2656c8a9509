import { fetchStreamIndex } from '@refrain/contract/media'
import { createAudioOutput } from '@refrain/player/dom/audio-output'
import { createPlayer } from '@refrain/player/player'
import { call } from '../api/call.ts'

/** The one player of the pages. React meets it in use-player.ts; acts are called on it directly. */
export const player = createPlayer({
  output: createAudioOutput({
    fetchStreamIndex: (trackId, signal) => call(fetchStreamIndex, { trackId }, signal),
  }),
  storage: localStorage,
})
