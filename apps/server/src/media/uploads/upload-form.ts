import multipart from '@fastify/multipart'
import { byteLimits } from '@refrain/contract/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../../http/errors/request-errors.ts'

const FIELD = 'file'
const FIELD_BYTES = 1024
/** Overhead of the form around the picture. */
const FORM_BYTES = 64 * 1024
const MULTIPART = /^multipart\/form-data\s*(;|$)/i
const BOUNDARY = /;\s*boundary=("[^"]{1,70}"|[^\s";]{1,70})/i

/** Accepts forms with files on the routes of this scope; no other route does. */
export async function acceptForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: {
      fileSize: byteLimits.picture,
      files: 1,
      parts: 2,
      fields: 1,
      fieldSize: FIELD_BYTES,
      fieldNameSize: 100,
    },
  })
}

/**
 * The single file of a form, in the field `file`; other fields and its file name are ignored.
 * @throws RequestError 415 for anything but a form, 413 beyond the limit, 400 if the file is missing or
 * truncated
 */
export async function readFormFile(request: FastifyRequest): Promise<Buffer> {
  const type = request.headers['content-type'] ?? ''
  if (!MULTIPART.test(type) || !request.isMultipart()) {
    throw new RequestError(415, 'The body must be a form with a file (Content-Type: multipart/form-data).')
  }
  if (!BOUNDARY.test(type)) throw new RequestError(400, 'The form has no boundary.')
  if (Number(request.headers['content-length'] ?? 0) > byteLimits.picture + FORM_BYTES) throw tooLarge()
  const file = await readParts(request).catch(asRefusal)
  if (!file || file.length === 0) throw new RequestError(400, `The form has no "${FIELD}".`)
  return file
}

async function readParts(request: FastifyRequest): Promise<Buffer | undefined> {
  let file: Buffer | undefined
  for await (const part of request.parts()) {
    if (part.type !== 'file') {
      if (part.valueTruncated || part.fieldnameTruncated)
        throw new RequestError(413, 'A form field is too large.')
      continue
    }
    if (part.fieldname !== FIELD) throw new RequestError(400, `The file must be named "${FIELD}".`)
    file = await part.toBuffer()
  }
  return file
}

const tooLarge = () => new RequestError(413, 'The picture is larger than 5 MB.')

function asRefusal(error: unknown): never {
  if (error instanceof RequestError) throw error
  if ((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge()
  throw new RequestError(400, 'The form cannot be read: it has one file, and nothing is missing of it.')
}
