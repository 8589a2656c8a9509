import type { PlayerTrack } from '../../state/player-state.ts'
import type { StreamIndex } from '../../streams/stream-index.ts'

const MOST_KNOWN = 32

export interface KnownStreams {
  /**
   * How a track can be streamed, asked for once. `again`: what was told before does not count.
   * Rejects where that cannot be told now.
   */
  find(track: PlayerTrack, again?: boolean): Promise<StreamIndex>
}

/**
 * Remembers how the tracks asked for last can be streamed.
 * @param fetchIndex `isFirst`: nothing of the track has come yet
 */
export function createKnownStreams(
  fetchIndex: (trackId: string, isFirst: boolean) => Promise<StreamIndex>,
): KnownStreams {
  const known = new Map<string, Promise<StreamIndex>>()
  return {
    find({ id }, again = false) {
      const kept = known.get(id)
      if (kept && !again) return kept
      const asked = fetchIndex(id, !kept)
      known.delete(id)
      known.set(id, asked)
      asked.catch(() => {
        if (known.get(id) === asked) known.delete(id)
      })
      const [oldest] = known.keys()
      if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
      return asked
    },
  }
}
