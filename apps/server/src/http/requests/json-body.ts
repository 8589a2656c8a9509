import { errorCodes, type FastifyInstance } from 'fastify'

/** The only accepted content type; Fastify's own check accepts more. */
export const STRICT_JSON = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i

/**
 * Accepts JSON bodies only. An empty body counts as {}; the body of a DELETE is read and ignored, whatever its type.
 */
export function registerJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || request.method === 'DELETE') done(null, {})
    else parse(request, body as string, done)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, _body, done) => {
    if (request.method === 'DELETE') done(null, {})
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(''))
  })
}
