import { fetchWaveform } from '@refrain/contract/media/waveform'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { ResponseCache } from '../../http/responses/response-cache.ts'
import { readSoundVersion } from './analysis-store.ts'
import { readWaveform } from './waveform-store.ts'

const MAX_BYTES = 4 * 1024 * 1024

/**
 * The waveform of a track.
 * @param onUnanalysed called with a track that is not analysed yet
 */
export function registerWaveforms(
  app: FastifyInstance,
  db: Database,
  onUnanalysed: (trackId: string) => void = () => {},
): void {
  const cache = new ResponseCache(() => readSoundVersion(db), { maxBytes: MAX_BYTES, ofCatalogue: false })
  bind(
    app,
    fetchWaveform,
    async ({ trackId }) => {
      const track = await readWaveform(db, trackId)
      if (!track) throw new NotFoundError('There is no such track.')
      if (track.waveform === null) onUnanalysed(trackId)
      return { trackId, levels: [...(track.waveform ?? [])] }
    },
    cache,
  )
}
