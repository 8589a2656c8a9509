import { byteLimits, countLimits } from '@refrain/contract/limits'
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify'
import { InvalidInputError, RequestError } from '../errors/request-errors.ts'

/** The only accepted content type; Fastify's own check accepts more. */
export const STRICT_JSON = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i

const JSON_TYPE = 'application/json'
/** Levels of lists and objects; calls need four. */
const MAX_DEPTH = 16
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** A body of more than 64 KB that is parsed once the caller is known. */
export class UnreadJson {
  readonly #parse: () => unknown

  constructor(parse: () => unknown) {
    this.#parse = parse
  }

  /** @throws RequestError (400) */
  read(): unknown {
    return this.#parse()
  }
}

/**
 * Accepts JSON bodies only. An empty body counts as {}; the body of a DELETE is read and ignored, whatever its type.
 */
export function registerJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = createParser(app)
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'string' }, (request, body, done) => {
    const text = body as string
    if (text === '' || request.method === 'DELETE') done(null, {})
    else if (text.length > byteLimits.jsonBody) done(null, new UnreadJson(() => parse(request, text)))
    else settle(() => parse(request, text), done)
  })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, _body, done) => {
    if (request.method === 'DELETE') done(null, {})
    else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(''))
  })
}

/** Refuses JSON of more than 64 KB in a scope whose other bodies may be longer. */
export function limitJson(scope: FastifyInstance): void {
  const parse = createParser(scope)
  scope.removeContentTypeParser(JSON_TYPE)
  scope.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length > byteLimits.jsonBody) done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE())
    else settle(() => (body.length === 0 ? {} : parse(request, body.toString())), done)
  })
}

type Done = (error: Error | null, body?: unknown) => void

function settle(read: () => unknown, done: Done): void {
  let body: unknown
  try {
    body = read()
  } catch (error) {
    done(error as Error)
    return
  }
  done(null, body)
}

function createParser(app: FastifyInstance): (request: FastifyRequest, text: string) => unknown {
  const parse = app.getDefaultJsonParser('error', 'error')
  return (request, text) => {
    requireFewValues(text)
    let read: { error: Error | null; body?: unknown } | undefined
    // Calls back at once.
    parse(request, text, (error, body) => {
      read = { error, body }
    })
    if (!read || read.error) throw read?.error ?? new RequestError(500, 'The JSON parser did not answer.')
    return read.body
  }
}

/**
 * Looks at JSON before it is parsed: lists of a million empty lists cost a thousand times their bytes.
 * @throws InvalidInputError if it is too deep, or has more values than any call takes
 */
export function requireFewValues(text: string): void {
  let depth = 0
  let values = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) isText = !isText
    else if (isText) at += code === BACKSLASH ? 1 : 0
    else if (code === COMMA) values++
    else if (code === LIST || code === OBJECT) {
      values++
      depth++
      if (depth > MAX_DEPTH) throw new InvalidInputError('The JSON is too deep.')
    } else if (code === LIST_END || code === OBJECT_END) depth--
    if (values > countLimits.jsonValues) throw new InvalidInputError('The JSON has too many values.')
  }
}
