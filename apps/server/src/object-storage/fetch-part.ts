import { S3ServiceError } from 's3mini'

/** Nothing arrives for this long: the connection is lost. */
const STALL_MS = 5_000
const MAX_ERROR_BYTES = 4096

/** A part of an object, not yet read. Read it to its end, or cancel it. */
export interface ObjectPart {
  /** Bytes of the whole object. */
  readonly size: number
  readonly etag: string
  /** In HTTP date format. */
  readonly lastModified: string
  /** Fetches more only when the last chunk was taken. */
  readonly chunks: AsyncIterable<Uint8Array>
  cancel(): void
}

export interface PartOptions {
  /** The object must still have this ETag. */
  readonly etag?: string
  readonly signal?: AbortSignal
  /** Longest time without progress. */
  readonly stallMs?: number
}

/**
 * Fetches a part of an object from a signed address.
 * @param start first byte
 * @param end last byte, inclusive; may lie beyond the object
 * @returns undefined if there is no such object, or it is another one now or is empty
 * @throws S3ServiceError if the service refuses, and what `fetch` throws; TimeoutError after some seconds without progress
 */
export async function fetchPart(
  address: string,
  start: number,
  end: number,
  { etag, signal, stallMs = STALL_MS }: PartOptions,
): Promise<ObjectPart | undefined> {
  const stop = new AbortController()
  const signals = AbortSignal.any([stop.signal, ...(signal ? [signal] : [])])
  const headers = { range: `bytes=${start}-${end}`, ...(etag && { 'if-match': etag }) }
  const response = await watched(stop, stallMs, fetch(address, { headers, signal: signals }))
  const isThere = response.status === 200 || response.status === 206
  if (!isThere) {
    const isMissing = [404, 412, 416].includes(response.status)
    const code = isMissing ? undefined : await readErrorCode(response, stop, stallMs)
    stop.abort()
    if (isMissing) return undefined
    throw new S3ServiceError(`Status ${response.status}`, response.status, code)
  }
  // Without ranges, the whole object comes.
  const size = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  if (size === undefined && start > 0) {
    stop.abort()
    throw new S3ServiceError('It does not serve ranges', 501)
  }
  return {
    size: Number(size ?? response.headers.get('content-length')),
    etag: response.headers.get('etag') ?? '',
    lastModified: response.headers.get('last-modified') ?? new Date(0).toUTCString(),
    chunks: readChunks(response, stop, stallMs),
    cancel: () => stop.abort(),
  }
}

/** The code in the body of an error; undefined if there is none. */
async function readErrorCode(
  response: Response,
  stop: AbortController,
  stallMs: number,
): Promise<string | undefined> {
  let text = ''
  try {
    for await (const chunk of readChunks(response, stop, stallMs)) {
      text += Buffer.from(chunk.subarray(0, MAX_ERROR_BYTES)).toString('latin1')
      if (text.length >= MAX_ERROR_BYTES) break
    }
  } catch {
    // The status says enough.
  }
  return /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1]
}

async function* readChunks(
  response: Response,
  stop: AbortController,
  stallMs: number,
): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader()
  try {
    while (reader) {
      const { done, value } = await watched(stop, stallMs, reader.read())
      if (done) return
      yield value
    }
  } finally {
    stop.abort()
  }
}

/** Aborts the request if a step of it takes too long. */
async function watched<T>(stop: AbortController, stallMs: number, step: Promise<T>): Promise<T> {
  const timer = setTimeout(() => stop.abort(new DOMException('It does not answer', 'TimeoutError')), stallMs)
  try {
    return await step
  } finally {
    clearTimeout(timer)
  }
}
