import type { PlayerTrack } from '../../state/player-state.ts'
import { planPrefetch } from '../../streams/feed-plan.ts'
import { PrefetchedRange } from './prefetched-range.ts'
import type { Streamable } from './track-feed.ts'

/** So many are kept; a quarter of a megabyte each. */
const MOST_KEPT = 4
/** So many are fetched at a time: the older gives way. */
const MOST_AT_A_TIME = 2

export interface Prefetcher {
  /** Fetches what the start of a track needs. */
  prefetch(track: PlayerTrack): void
  /** The first bytes of a track, fetched already or from now on; null where there are none. */
  take(track: PlayerTrack, streamable: Streamable): PrefetchedRange | null
  stop(): void
}

/**
 * Keeps what the start of a few tracks needs: those that the listener points at.
 * @param resolve how a track can be streamed; null where it cannot
 */
export function createPrefetcher(resolve: (track: PlayerTrack) => Promise<Streamable | null>): Prefetcher {
  const kept = new Map<string, PrefetchedRange | null>()

  function drop(trackId: string): void {
    kept.get(trackId)?.stop()
    kept.delete(trackId)
  }

  function limit(): void {
    const [oldest] = kept.keys()
    if (kept.size > MOST_KEPT && oldest !== undefined) drop(oldest)
    const [first, ...others] = [...kept].filter(([, ahead]) => !ahead?.isOver)
    if (first && others.length >= MOST_AT_A_TIME) drop(first[0])
  }

  return {
    prefetch(track) {
      if (kept.has(track.id)) return
      kept.set(track.id, null)
      limit()
      resolve(track).then(
        streamable => {
          // Another track may have taken its place meanwhile, or a start what there was of it.
          if (kept.get(track.id) !== null || !streamable) return
          const ahead = fetchFirst(streamable)
          if (!ahead) return
          kept.set(track.id, ahead)
          ahead.whole.catch(() => drop(track.id))
        },
        () => drop(track.id),
      )
    },
    take(track, streamable) {
      const ahead = kept.get(track.id)
      kept.delete(track.id)
      if (ahead?.url === streamable.face.url) return ahead
      ahead?.stop()
      return fetchFirst(streamable)
    },
    stop() {
      for (const id of [...kept.keys()]) drop(id)
    },
  }
}

function fetchFirst({ index, face }: Streamable): PrefetchedRange | null {
  const request = planPrefetch({ index, face })
  if (!request) return null
  const length = request.to - request.from + 1
  return new PrefetchedRange(
    face.url,
    request,
    face.start ? decode(face.start).subarray(0, length) : undefined,
  )
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
}
