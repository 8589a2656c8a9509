import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, createBrotliCompress, createGzip, gzip, constants as zlib } from 'node:zlib'

/** Below this many bytes compressing costs more than it saves. */
export const MIN_COMPRESSED_BYTES = 1024

export type Encoding = 'br' | 'gzip'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 5

/** The first of the encodings offered that the `Accept-Encoding` header takes; none: as it is. */
export function pickEncoding(
  header: string | undefined,
  offered: readonly Encoding[] = ['br', 'gzip'],
): Encoding | undefined {
  if (!header) return undefined
  return offered.find(name =>
    header.split(',').some(part => {
      const [encoding, ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      return encoding === name && !parameters.some(parameter => /^q=0(\.0*)?$/.test(parameter))
    }),
  )
}

/** Compresses on a thread of the pool, quickly rather than tightly. */
export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body, { level: GZIP_LEVEL })
  return compressBrotli(body, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}

/** Compresses a stream as quickly as `encode` does. */
export function createCompressor(encoding: Encoding): Transform {
  if (encoding === 'gzip') return createGzip({ level: GZIP_LEVEL })
  return createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}
