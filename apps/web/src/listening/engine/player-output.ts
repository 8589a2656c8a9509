import { fetchStreamIndex } from '@refrain/contract/media/streams'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { createOutput } from '@refrain/player/dom/create-output'
import { publishMediaSession } from '@refrain/player/dom/media-session'
import type { Output } from '@refrain/player/output/output'
import type { Player } from '@refrain/player/player'
import { backend } from '../../api/backend.ts'
import { call } from '../../api/call.ts'
import { startAutoplay } from '../autoplay/start-autoplay.ts'
import { takeEarly } from './early-stream-index.ts'

/** Creates the audio output of the player, publishes the media session and starts autoplay. */
export function createPlayerOutput(player: Player): Output {
  // The system's media controls show the product's name instead of the album.
  publishMediaSession({ player, albumLabel: PRODUCT_NAME })
  startAutoplay(player)
  return createOutput({
    async fetchStreamIndex(input, signal) {
      const index = await (takeEarly(input.trackId, input.quality) ?? call(fetchStreamIndex, input, signal))
      return {
        ...index,
        faces: index.faces.map(rendition => ({ ...rendition, url: backend + rendition.url })),
      }
    },
  })
}
