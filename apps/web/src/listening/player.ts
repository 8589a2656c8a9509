import { fetchStreamIndex } from '@refrain/contract/media'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { createAudioOutput } from '@refrain/player/dom/audio-output'
import { publishMediaSession } from '@refrain/player/dom/media-session'
import { createPlayer } from '@refrain/player/player'
import { call } from '../api/call.ts'
import { keepLocally, readLocally } from '../ui/local-storage.ts'
import { keepRecent } from './recent-tracks.ts'

/** The one player of the pages. React meets it in use-player.ts; acts are called on it directly. */
export const player = createPlayer({
  output: createAudioOutput({
    fetchStreamIndex: (input, signal) => call(fetchStreamIndex, input, signal),
  }),
  storage: { getItem: readLocally, setItem: keepLocally },
})

// The system shows what plays, under the product's name in place of the album (BAR-16).
publishMediaSession({ player, albumLabel: PRODUCT_NAME })

keepRecent(player)
