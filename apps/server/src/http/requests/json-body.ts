import { errorCodes, type FastifyInstance } from 'fastify'

/** The only content type that is taken; the parser's own test takes more. */
export const STRICT_JSON = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i

/**
 * JSON is the only body there is. An empty body counts as {}; one that comes with DELETE, whatever it is,
 * is read to its end and left alone.
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
