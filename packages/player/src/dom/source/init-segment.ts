import type { RangeRequest } from '../../streams/feed-plan.ts'
import type { StreamFace } from '../../streams/stream-index.ts'
import { fetchRange } from './fetch-range.ts'
import type { TrackFeed } from './track-feed.ts'

/** The initialisation segment comes with a track's first bytes; it is needed again after a seek. */
export function extractInit(
  laid: TrackFeed,
  face: StreamFace,
  request: RangeRequest,
  firstChunk: Uint8Array<ArrayBuffer>,
): void {
  const [offset, length] = face.init ?? [-1, 0]
  if (request.from === offset && firstChunk.length >= length) laid.init ??= firstChunk.slice(0, length)
}

/** Fetches it by itself, where a track is fed from its middle. @throws as fetchBytes does. */
export async function fetchInit(face: StreamFace, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const [offset, length] = face.init ?? [0, 0]
  const init = new Uint8Array(length)
  let at = 0
  for await (const chunk of fetchRange(face.url, offset, offset + length - 1, signal)) {
    init.set(chunk, at)
    at += chunk.length
  }
  return init
}
