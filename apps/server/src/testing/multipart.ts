import { fillPath, type Operation } from '@refrain/contract/operation'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'

export const BOUNDARY = 'boundary-of-a-test'

export interface Part {
  readonly name: string
  readonly bytes: Uint8Array | string
  /** Undefined for a field that is not a file. */
  readonly filename?: string
}

/** Encodes a form as browsers do. */
export function multipartOf(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, bytes, filename }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: image/png`,
    '\r\n\r\n',
    bytes,
    '\r\n',
  ])
  return Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map(piece => Buffer.from(piece as string)))
}

export const MULTIPART_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

/** Uploads a picture as the pages do. @param input what the path names */
export function sendPicture(
  app: FastifyInstance,
  operation: Operation,
  bytes: Uint8Array,
  headers: Record<string, string>,
  input: object = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: fillPath(operation.path, { ...input }),
    headers: { 'content-type': MULTIPART_TYPE, ...headers },
    payload: multipartOf([{ name: 'file', bytes, filename: '../../me.png' }]),
  })
}
