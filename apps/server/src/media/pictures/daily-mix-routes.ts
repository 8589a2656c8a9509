import {
  DAILY_MIX_PATH,
  DAILY_MIX_PICTURES,
  dailyMixPicture,
} from '@refrain/contract/media/daily-mix-pictures'
import type { FastifyInstance } from 'fastify'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import type { CountFile } from '../files/limit-file-requests.ts'
import { type DrawnPicture, sendDrawnPicture, toDrawnPicture } from './drawn-picture.ts'

const EDGE = 512

/** The pictures of daily mixes, drawn on the first request and cached: there are few, and they are small. */
export function registerDailyMixes(app: FastifyInstance, countFile: CountFile): void {
  const drawn = new Map<string, Promise<DrawnPicture>>()
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
      const picture = await drawing.catch(error => {
        drawn.delete(file)
        throw error
      })
      return sendDrawnPicture(request, reply, picture)
    },
  })
}

async function draw(n: number): Promise<DrawnPicture> {
  // The sample catalogue's code is large, and most services do not need it otherwise.
  const { drawDailyMix } = await import('@refrain/demo')
  return toDrawnPicture(await drawDailyMix(n, dailyMixPicture(n).colour, EDGE))
}
