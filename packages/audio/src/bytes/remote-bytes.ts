import { UnreachableError } from '../audio-info.ts'
import { type FileBytes, sparseBytes } from './file-bytes.ts'

const FIRST_BYTES = 128 * 1024
const LARGEST_FETCH = 8 * 1024 * 1024
/** More than tags and their pictures take. */
const MAX_BYTES = 64 * 1024 * 1024
const TIMEOUT_MS = 15_000

/** A part of a file that was fetched. */
interface Part {
  readonly start: number
  readonly bytes: Uint8Array
}

/** Ends an attempt that needs bytes which were not fetched yet. */
class MissingBytes extends Error {}

/**
 * Reads a file at an HTTP address by ranges. `work` reads synchronously, so it is repeated until all bytes that it asks for
 * are there; it must not change anything. What is fetched grows with each attempt, up to 64 MB together.
 * @throws UnreachableError if the address cannot be read
 */
export async function withRemoteFile<T>(address: string, work: (bytes: FileBytes) => Promise<T>): Promise<T> {
  const first = await fetchRange(address, 0, FIRST_BYTES - 1)
  const parts: Part[] = [first]
  let fetched = first.bytes.length
  for (let least = FIRST_BYTES; ; least = Math.min(2 * least, LARGEST_FETCH)) {
    const missing: { start: number; end: number }[] = []
    const bytes = sparseBytes(first.size, (start, length) => {
      const found = parts.find(
        part => part.start <= start && start + length <= part.start + part.bytes.length,
      )
      if (found) return found.bytes.subarray(start - found.start, start - found.start + length)
      missing.push({ start, end: start + length - 1 })
      throw new MissingBytes()
    })
    const outcome = await work(bytes).then(
      value => ({ value }),
      error => ({ error }),
    )
    const [next] = missing
    // Readers may take the error for a fault of the file, so it counts whatever they made of it.
    if (!next) {
      if ('error' in outcome) throw outcome.error
      return outcome.value
    }
    const end = Math.min(Math.max(next.end, next.start + least - 1), first.size - 1)
    fetched += end - next.start + 1
    if (fetched > MAX_BYTES) throw new UnreachableError('reading its tags takes too many bytes')
    parts.push(await fetchRange(address, next.start, end))
  }
}

async function fetchRange(
  address: string,
  start: number,
  end: number,
): Promise<Part & { readonly size: number }> {
  try {
    const response = await fetch(address, {
      headers: { range: `bytes=${start}-${end}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const size = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
    // An empty file has no range.
    if (response.status === 416 && start === 0) return { start, bytes: new Uint8Array(0), size: 0 }
    if (response.status !== 206 || size === undefined) {
      await response.body?.cancel()
      throw new UnreachableError(
        response.status === 404 ? 'it is gone' : `the bucket answered ${response.status}`,
      )
    }
    return { start, bytes: await response.bytes(), size: Number(size) }
  } catch (error) {
    if (error instanceof UnreachableError) throw error
    throw new UnreachableError('the bucket does not answer')
  }
}
