import type { PlayerTrack } from '../state/player-state.ts'
import { isOffline, untilOnline } from './source/network.ts'
import type { Streamable } from './source/track-feed.ts'
import type { StreamParts } from './stream-parts.ts'

/**
 * How a track can be streamed; null where it cannot, or nobody tells. While there is no network nothing can be
 * said about a track: then it is asked again as soon as there is one.
 * @param isWanted false: nobody waits any more
 */
export async function resolvePatiently(
  { resolve }: Pick<StreamParts, 'resolve'>,
  track: PlayerTrack,
  signal: AbortSignal,
  isWanted: () => boolean,
): Promise<Streamable | null> {
  for (;;) {
    try {
      return await resolve(track)
    } catch {
      if (!isOffline() || signal.aborted || !isWanted()) return null
      await untilOnline(signal)
    }
  }
}
