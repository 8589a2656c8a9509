import type { FastifyInstance } from 'fastify'

/** The only content type that is taken; the parser's own test takes more. */
export const STRICT_JSON = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i

/**
 * JSON is the only body there is. An empty body counts as {}.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, {})
    else parse(request, body as string, done)
  })
}
