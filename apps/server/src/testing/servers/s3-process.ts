/**
 * Runs an S3-compatible server with one empty bucket, and sends its port. Unlike the package alone, it verifies signatures and
 * the sizes of parts, as S3 does. Arguments: folder, bucket, CORS configuration, port (0: any).
 */
import type { IncomingMessage, RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error The package has no types.
import S3rver from 's3rver'
import { checkSignature } from './check-signature.ts'

/** The key that the package knows. */
const KEY = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const MIN_PART_BYTES = 5 * 1024 * 1024
const MAX_PARTS = 10_000

/** Sizes of the parts of unfinished uploads. */
const uploads = new Map<string, Map<number, number>>()

function findRefusal(request: IncomingMessage): string | undefined {
  const { method = '', url = '', headers } = request
  // Browsers ask before requests to another origin, unsigned.
  if (method === 'OPTIONS') return undefined
  return checkSignature({ method, url, headers }, KEY, Date.now()) ?? checkParts(request)
}

function checkParts({ method, url = '', headers }: IncomingMessage): string | undefined {
  const query = new URLSearchParams(url.split('?')[1])
  const upload = query.get('uploadId')
  if (upload === null) return undefined
  const parts = uploads.get(upload) ?? new Map<number, number>()
  uploads.set(upload, parts)
  if (method === 'PUT') {
    const part = Number(query.get('partNumber'))
    parts.set(part, Number(headers['content-length']))
    return part >= 1 && part <= MAX_PARTS ? undefined : 'InvalidArgument'
  }
  uploads.delete(upload)
  const last = Math.max(...parts.keys())
  const isTooSmall = [...parts].some(([part, size]) => part !== last && !(size >= MIN_PART_BYTES))
  return method === 'POST' && isTooSmall ? 'EntityTooSmall' : undefined
}

const [directory, name, cors, port = '0'] = process.argv.slice(2)
const server = new S3rver({
  address: '127.0.0.1',
  port: Number(port),
  silent: true,
  directory,
  configureBuckets: [{ name, configs: [cors] }],
})
const handle: RequestListener = server.callback()
const verify: RequestListener = (request, response) => {
  const refusal = findRefusal(request)
  if (refusal === undefined) return handle(request, response)
  const status = refusal === 'InvalidArgument' || refusal === 'EntityTooSmall' ? 400 : 403
  request.resume()
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${refusal}</Code></Error>`)
}
server.callback = () => verify
const address = (await server.run()) as AddressInfo
process.on('disconnect', () => process.exit())
process.send?.(address.port)
