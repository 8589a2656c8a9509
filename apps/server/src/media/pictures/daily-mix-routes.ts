import { hash } from 'node:crypto'
import {
  DAILY_MIX_PATH,
  DAILY_MIX_PICTURES,
  dailyMixPicture,
} from '@refrain/contract/media/daily-mix-pictures'
import type { FastifyInstance } from 'fastify'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { matchesEtag } from '../../http/responses/send-json.ts'
import { cacheControlFor } from '../../http/security/private-service.ts'
import { FILE_CSP } from '../../http/security/security-headers.ts'
import type { CountFile } from '../files/limit-file-requests.ts'

const EDGE = 512
/** The name is fixed, but the drawing may change with a release. */
const FOR_A_DAY = 'public, max-age=86400'

interface Drawn {
  readonly bytes: Buffer
  readonly etag: string
}

/** The pictures of daily mixes, drawn on the first request and cached: there are few, and they are small. */
export function registerDailyMixes(app: FastifyInstance, countFile: CountFile): void {
  const drawn = new Map<string, Promise<Drawn>>()
  const numbers = new Map(
    Array.from({ length: DAILY_MIX_PICTURES }, (_, place) => [dailyMixPicture(place + 1).file, place + 1]),
  )
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: DAILY_MIX_PATH.replace('{file}', ':file'),
    config: { isFile: true },
    async handler(request, reply) {
      const { file } = request.params
      const n = numbers.get(file)
      if (n === undefined) throw new NotFoundError()
      countFile(request, reply)
      const drawing = drawn.get(file) ?? draw(n)
      drawn.set(file, drawing)
      const { bytes, etag } = await drawing.catch(error => {
        drawn.delete(file)
        throw error
      })
      reply
        .header('content-security-policy', FILE_CSP)
        .header('cache-control', cacheControlFor(request, FOR_A_DAY))
        .header('etag', etag)
      if (matchesEtag(request, etag)) return reply.code(304).send()
      return reply.header('content-type', 'image/jpeg').send(bytes)
    },
  })
}

async function draw(n: number): Promise<Drawn> {
  // The sample catalogue's code is large, and most services do not need it otherwise.
  const { drawDailyMix } = await import('@refrain/demo')
  const bytes = await drawDailyMix(n, dailyMixPicture(n).colour, EDGE)
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"` }
}
