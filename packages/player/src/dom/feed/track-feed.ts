import type { PlayerTrack } from '../../state/player-state.ts'
import type { RangeRequest } from '../../streams/feed-plan.ts'
import type { StreamRendition } from '../../streams/stream-index.ts'
import type { PlacedTrack } from '../../streams/timeline.ts'
import { fetchRange } from '../network/fetch-range.ts'
import type { PrefetchedRange } from '../network/prefetched-range.ts'

/** How much of a track has been appended to the SourceBuffer. */
export interface TrackFeed {
  readonly track: PlayerTrack
  /** Undefined until the stream index is loaded. */
  placed: PlacedTrack | undefined
  /** Seconds into the track from which on it is appended. */
  startAt: number
  /** The fragment to continue with after an interruption. */
  resumeFragment: number | undefined
  /** The first fragment not yet appended; undefined until the buffer is prepared for the track. */
  nextFragment: number | undefined
  /** The initialisation segment, once it has been received. */
  init: Uint8Array<ArrayBuffer> | undefined
  /** The first bytes, fetched before they can be appended. */
  prefetched: PrefetchedRange | undefined
  /** Whether any bytes have been received. */
  hasData: boolean
  /** Consecutive failed attempts, and when the next one may start (`performance.now()`). */
  failures: number
  retryAt: number
}

export function createFeed(track: PlayerTrack, startAt = 0): TrackFeed {
  return {
    track,
    placed: undefined,
    startAt,
    resumeFragment: undefined,
    nextFragment: undefined,
    init: undefined,
    prefetched: undefined,
    hasData: false,
    failures: 0,
    retryAt: 0,
  }
}

/** A new feed of the same track from another position. */
export function restartFeed({ track, placed, init, prefetched, hasData }: TrackFeed, startAt = 0): TrackFeed {
  return { ...createFeed(track, startAt), placed, init, prefetched, hasData }
}

/** Whether the whole track has been appended. */
export function isComplete({ placed, nextFragment }: TrackFeed): boolean {
  return (
    placed?.index.complete === true &&
    nextFragment !== undefined &&
    nextFragment >= placed.rendition.fragments.length
  )
}

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
