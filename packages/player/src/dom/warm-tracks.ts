import { planArming } from '../feed-plan.ts'
import type { PlayerTrack } from '../state.ts'
import { BytesAhead } from './bytes-ahead.ts'
import type { Streamable } from './laid-track.ts'

/** So many are kept; a quarter of a megabyte each. */
const MOST_KEPT = 4
/** So many are fetched at a time: the older gives way. */
const MOST_AT_A_TIME = 2

export interface WarmTracks {
  /** Fetches what the start of a track needs. */
  warm(track: PlayerTrack): void
  /** The first bytes of a track, fetched already or from now on; null where there are none. */
  take(track: PlayerTrack, streamable: Streamable): BytesAhead | null
  stop(): void
}

/**
 * Keeps what the start of a few tracks needs: those that the listener points at.
 * @param resolve how a track can be streamed; null where it cannot
 */
export function createWarmTracks(resolve: (track: PlayerTrack) => Promise<Streamable | null>): WarmTracks {
  const kept = new Map<string, BytesAhead | null>()

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
    warm(track) {
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

function fetchFirst({ index, face }: Streamable): BytesAhead | null {
  const request = planArming({ index, face })
  if (!request) return null
  const length = request.to - request.from + 1
  return new BytesAhead(face.url, request, face.start ? decode(face.start).subarray(0, length) : undefined)
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
}
