import type { FastifyInstance } from 'fastify'
import { RequestError } from './errors.ts'

const STRICT_TYPE = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i

/**
 * JSON is the only body there is: anything else is refused with 415, also where its type merely
 * resembles JSON. An empty body counts as {}.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else parse(request, body as string, done)
  })
  app.addHook('onRequest', async request => {
    const type = request.headers['content-type']
    if (
      type !== undefined &&
      request.method !== 'GET' &&
      request.method !== 'HEAD' &&
      !STRICT_TYPE.test(type)
    ) {
      throw new RequestError(415, 'The body must be JSON (Content-Type: application/json).')
    }
  })
}
