import type { RangeRequest } from '../../streams/feed-plan.ts'
import type { StreamRendition } from '../../streams/stream-index.ts'
import { fetchRange } from '../network/fetch-range.ts'
import type { TrackFeed } from './track-feed.ts'

/** Saves the initialisation segment from the first bytes of a stream; a seek needs it again. */
export function extractInit(
  feed: TrackFeed,
  rendition: StreamRendition,
  request: RangeRequest,
  firstChunk: Uint8Array<ArrayBuffer>,
): void {
  const [offset, length] = rendition.init ?? [-1, 0]
  if (request.from === offset && firstChunk.length >= length) feed.init ??= firstChunk.slice(0, length)
}

/** Fetches the initialisation segment alone. @throws the errors of fetchRange */
export async function fetchInit(
  rendition: StreamRendition,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const [offset, length] = rendition.init ?? [0, 0]
  const init = new Uint8Array(length)
  let at = 0
  for await (const chunk of fetchRange(rendition.url, offset, offset + length - 1, signal)) {
    init.set(chunk, at)
    at += chunk.length
  }
  return init
}
