import type { PlayerTrack } from '../../state/player-state.ts'
import type { StreamIndex, StreamRendition, TrackStream } from '../../streams/stream-index.ts'
import { durationOf, supportedRendition } from '../../streams/timeline.ts'
import { isOffline, untilOnline } from '../network/online.ts'
import { estimateBitrate } from '../network/throughput.ts'
import { canAppend } from './media-source-support.ts'

const MAX_CACHED = 32
/** The connection must be this many times as fast as the stream. */
const BITRATE_RESERVE = 1.3
const OGG_FILE = /\.og[ag]$/i

/** Finds out how tracks can be streamed, and caches the latest stream indexes. */
export class StreamResolver {
  readonly #fetchIndex: (trackId: string, isFirst: boolean) => Promise<StreamIndex>
  readonly #cache = new Map<string, Promise<StreamIndex>>()

  /** @param fetchIndex `isFirst`: this visit has not fetched the index before */
  constructor(fetchIndex: (trackId: string, isFirst: boolean) => Promise<StreamIndex>) {
    this.#fetchIndex = fetchIndex
  }

  /** @param refresh ignores the cache. Rejects if the request fails. */
  findIndex({ id }: PlayerTrack, refresh = false): Promise<StreamIndex> {
    const cached = this.#cache.get(id)
    if (cached && !refresh) return cached
    const fetched = this.#fetchIndex(id, !cached)
    this.#cache.delete(id)
    this.#cache.set(id, fetched)
    fetched.catch(() => {
      if (this.#cache.get(id) === fetched) this.#cache.delete(id)
    })
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest)
    return fetched
  }

  /** Null if the track has to be played as a file. Rejects if the request fails. */
  async resolve(track: PlayerTrack, refresh?: boolean): Promise<TrackStream | null> {
    return chooseStream(track, await this.findIndex(track, refresh), estimateBitrate())
  }

  /** Like `resolve`, but waits for the network if the browser is offline, and returns null if the request fails. */
  async resolveWhenOnline(
    track: PlayerTrack,
    signal: AbortSignal,
    isWanted: () => boolean,
  ): Promise<TrackStream | null> {
    for (;;) {
      try {
        return await this.resolve(track)
      } catch {
        if (!isOffline() || signal.aborted || !isWanted()) return null
        await untilOnline(signal)
      }
    }
  }
}

/**
 * Chooses the format of a stream; null if the track has to be played as a file.
 * @param bitrate of the connection in bits per second, if known
 */
export function chooseStream(
  track: PlayerTrack,
  index: StreamIndex,
  bitrate?: number,
  supports: (mime: string) => boolean = canAppend,
): TrackStream | null {
  const rendition = supportedRendition(index, supports)
  if (!rendition) return null
  // Vorbis is streamed as FLAC for gapless joins, which takes several times the bandwidth of the file.
  const isTranscoded = OGG_FILE.test(track.audioSrc) && rendition.mime.includes('flac')
  if (isTranscoded && bitrate !== undefined && bitrate < bitrateOf(index, rendition) * BITRATE_RESERVE)
    return null
  return { index, rendition }
}

/** Bits per second of the part of a stream that has been made so far. */
function bitrateOf(index: StreamIndex, { fragments }: StreamRendition): number {
  const last = fragments.at(-1)
  if (!last) return 0
  const seconds = index.complete ? durationOf(index) : last[2] / index.sampleRate
  return seconds > 0 ? ((last[0] + last[1]) * 8) / seconds : 0
}
