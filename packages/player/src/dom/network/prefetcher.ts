import type { PlayerTrack } from '../../state/player-state.ts'
import { planPrefetch } from '../../streams/feed-plan.ts'
import type { TrackStream } from '../../streams/stream-index.ts'
import { PrefetchedRange } from './prefetched-range.ts'

/** Each takes up to 256 KiB. */
const MAX_CACHED = 4
/** Concurrent requests; a new one cancels the oldest. */
const MAX_CONCURRENT = 2

/** Fetches the first bytes of tracks that the listener may start. */
export class Prefetcher {
  readonly #resolve: (track: PlayerTrack) => Promise<TrackStream | null>
  /** By track id; null until the stream is resolved. */
  readonly #cache = new Map<string, PrefetchedRange | null>()

  /** @param resolve returns null if the track cannot be streamed */
  constructor(resolve: (track: PlayerTrack) => Promise<TrackStream | null>) {
    this.#resolve = resolve
  }

  prefetch(track: PlayerTrack): void {
    if (this.#cache.has(track.id)) return
    this.#cache.set(track.id, null)
    this.#limit()
    this.#resolve(track).then(
      stream => {
        // Evicted or taken meanwhile.
        if (this.#cache.get(track.id) !== null || !stream) return
        const range = prefetchStart(stream)
        if (!range) return
        this.#cache.set(track.id, range)
        range.done.catch(() => this.#drop(track.id))
      },
      () => this.#drop(track.id),
    )
  }

  /** The first bytes of a stream, fetched already or from now on; null if it has no fragments yet. */
  take(track: PlayerTrack, stream: TrackStream): PrefetchedRange | null {
    const range = this.#cache.get(track.id)
    this.#cache.delete(track.id)
    if (range?.url === stream.rendition.url) return range
    range?.stop()
    return prefetchStart(stream)
  }

  stop(): void {
    for (const id of [...this.#cache.keys()]) this.#drop(id)
  }

  #drop(trackId: string): void {
    this.#cache.get(trackId)?.stop()
    this.#cache.delete(trackId)
  }

  #limit(): void {
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#drop(oldest)
    const [first, ...others] = [...this.#cache].filter(([, range]) => !range?.isDone)
    if (first && others.length >= MAX_CONCURRENT) this.#drop(first[0])
  }
}

function prefetchStart({ index, rendition }: TrackStream): PrefetchedRange | null {
  const request = planPrefetch({ index, rendition })
  if (!request) return null
  const length = request.to - request.from + 1
  return new PrefetchedRange(
    rendition.url,
    request,
    rendition.start ? decodeBase64(rendition.start).subarray(0, length) : undefined,
  )
}

function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), char => char.charCodeAt(0))
}
