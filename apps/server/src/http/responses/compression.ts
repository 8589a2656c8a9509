import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, createBrotliCompress, createGzip, gzip, constants as zlib } from 'node:zlib'

/** Smaller bodies are not worth compressing. */
export const MIN_COMPRESSED_BYTES = 1024

export type Encoding = 'br' | 'gzip'

/** Browsers send less than 50 characters. The form of longer headers would take time to read, and compression is a choice. */
const MAX_HEADER_LENGTH = 256

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const BROTLI_QUALITY = 4
const GZIP_LEVEL = 5

/** The first of `offered` that the Accept-Encoding header accepts; undefined: send uncompressed, also if it is overlong. */
export function pickEncoding(
  header: string | undefined,
  offered: readonly Encoding[] = ['br', 'gzip'],
): Encoding | undefined {
  if (!header || header.length > MAX_HEADER_LENGTH) return undefined
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

/** Compresses in the thread pool, with settings for speed rather than size. */
export function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body, { level: GZIP_LEVEL })
  return compressBrotli(body, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}

/** The streaming form of `compress`. */
export function createCompressor(encoding: Encoding): Transform {
  if (encoding === 'gzip') return createGzip({ level: GZIP_LEVEL })
  return createBrotliCompress({ params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
}
