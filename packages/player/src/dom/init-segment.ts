import type { Request } from '../feed-plan.ts'
import type { StreamFace } from '../stream-index.ts'
import { fetchBytes } from './fetch-bytes.ts'
import type { LaidTrack } from './laid-track.ts'

/** The initialisation segment comes with a track's first bytes; it is needed again after a seek. */
export function keepInit(
  laid: LaidTrack,
  face: StreamFace,
  request: Request,
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
  for await (const chunk of fetchBytes(face.url, offset, offset + length - 1, signal)) {
    init.set(chunk, at)
    at += chunk.length
  }
  return init
}
