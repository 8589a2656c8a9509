import { AsyncLocalStorage } from 'node:async_hooks'
import { pipeline, Readable } from 'node:stream'
import { PRODUCT_NAME } from '@refrain/contract/product'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createCompressor, MIN_COMPRESSED_BYTES, pickEncoding } from '../../http/responses/compression.ts'
import { JSON_TYPE } from '../../http/responses/send-json.ts'
import type { SubsonicError } from '../subsonic-error.ts'
import type { AnswerFormat } from './answer-format.ts'
import type { Fields } from './fields.ts'
import { writeJson } from './write-json.ts'
import { writeXml } from './write-xml.ts'

const ROOT = 'subsonic-response'
const NAMESPACE = 'http://subsonic.org/restapi'
const PROTOCOL_VERSION = '1.16.1'
const TYPES = {
  xml: 'text/xml; charset=utf-8',
  json: JSON_TYPE,
  jsonp: 'application/javascript; charset=utf-8',
} as const
/** Answers up to this length are sent in one piece, with their length. */
const WHOLE_LETTERS = 256 * 1024

/** What every answer says of the service. */
const envelope = (serverVersion: string) => ({
  version: PROTOCOL_VERSION,
  type: PRODUCT_NAME.toLowerCase(),
  serverVersion,
  openSubsonic: true,
})

/** Sends an answer. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  format: AnswerFormat,
  answer: Fields,
  serverVersion: string,
): Promise<FastifyReply> {
  return sendFields(request, reply, format, { status: 'ok', ...envelope(serverVersion), ...answer })
}

/** Sends a refusal. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  format: AnswerFormat,
  { code, message, helpUrl, status, retryAfter }: SubsonicError,
  serverVersion: string,
): Promise<FastifyReply> {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
  const error = { code, message, helpUrl }
  const fields = { status: 'failed', ...envelope(serverVersion), error }
  return sendFields(request, reply.code(status), format, fields)
}

async function sendFields(
  request: FastifyRequest,
  reply: FastifyReply,
  format: AnswerFormat,
  fields: Fields,
): Promise<FastifyReply> {
  const pieces = writePieces(format, fields)
  let text = ''
  let isWhole = false
  while (text.length < WHOLE_LETTERS) {
    const next = await pieces.next()
    if (next.done) {
      isWhole = true
      break
    }
    text += next.value
  }
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-store')
  reply.header('content-type', TYPES[format.name]).header('vary', 'accept-encoding')
  const encoding =
    text.length < MIN_COMPRESSED_BYTES
      ? undefined
      : pickEncoding(request.headers['accept-encoding'], ['gzip', 'br'])
  if (isWhole && !encoding) return reply.send(text)
  const whole = readAll(text, pieces)
  if (!encoding) return reply.send(whole)
  return reply
    .header('content-encoding', encoding)
    .send(pipeline(whole, createCompressor(encoding), () => {}))
}

async function* writePieces(format: AnswerFormat, fields: Fields): AsyncGenerator<string> {
  if (format.name === 'xml') {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield* writeXml(ROOT, { xmlns: NAMESPACE, ...fields })
    return
  }
  if (format.name === 'json') {
    yield* writeJson({ [ROOT]: fields })
    return
  }
  yield `${format.callback}(`
  // Both end lines in older JavaScript.
  for await (const piece of writeJson({ [ROOT]: fields }))
    yield piece.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  yield ');'
}

/** The rest is read when the socket drains, outside of this caller's async context. */
function readAll(first: string, pieces: AsyncGenerator<string>): Readable {
  const inContext = AsyncLocalStorage.snapshot()
  const whole = Readable.from(
    (async function* () {
      yield first
      for (;;) {
        const next = await inContext(() => pieces.next())
        if (next.done) return
        yield next.value
      }
    })(),
  )
  whole.once('close', () => void pieces.return(undefined).catch(() => {}))
  return whole
}
