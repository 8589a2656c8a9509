import type { QualitySettings } from '../../output/output.ts'
import { DEFAULT_SETTINGS, type StreamQuality } from '../../state/playback-settings.ts'
import type { PlayerTrack } from '../../state/player-state.ts'
import type { StreamGain, StreamIndex, StreamRendition, TrackStream } from '../../streams/stream-index.ts'
import { durationOf, supportedRendition } from '../../streams/timeline.ts'
import { qualityForNetwork } from '../network/connection.ts'
import { FetchError, isUnreachable } from '../network/fetch-range.ts'
import { isOffline, untilOnline } from '../network/online.ts'
import { estimateBitrate } from '../network/throughput.ts'
import { canAppend } from './media-source-support.ts'

const MAX_CACHED = 32
/** An index that has not arrived within this time is asked for again: its connection may be dead. */
const TIMEOUT_MS = 10_000
/** The connection must be this many times as fast as the stream. */
const BITRATE_RESERVE = 1.3
const OGG_FILE = /\.og[ag]$/i

interface Found {
  /** The one that was wanted. */
  readonly quality: StreamQuality
  readonly index: Promise<StreamIndex>
  readonly request: AbortController
  isPending: boolean
  /** It is the first fallback: by the next time there may be an encoder. */
  mayRetry: boolean
}

/** Somebody who waited for a request has ended it. */
class AbandonedError extends FetchError {}

type FetchStreamIndex = (
  trackId: string,
  quality: StreamQuality,
  isFirst: boolean,
  signal: AbortSignal,
) => Promise<StreamIndex>

/** Finds out how tracks can be streamed in the chosen quality, and caches the latest stream indexes. */
export class StreamResolver {
  readonly #fetchStreamIndex: FetchStreamIndex
  /** By track, in the quality that was wanted last. */
  readonly #cache = new Map<string, Found>()
  #isDestroyed = false
  #chosen: QualitySettings = DEFAULT_SETTINGS

  /** @param fetchStreamIndex `isFirst`: this visit has no stream of the track in this quality yet */
  constructor(fetchStreamIndex: FetchStreamIndex) {
    this.#fetchStreamIndex = fetchStreamIndex
  }

  /** The quality of streams that are resolved from now on. */
  get quality(): StreamQuality {
    return qualityForNetwork(this.#chosen)
  }

  setQuality(chosen: QualitySettings): void {
    this.#chosen = chosen
  }

  /**
   * Loudness of a track, the same in all qualities. Rejects if the request fails.
   * @param isWanted whether to ask again if a deck that no longer wants the stream has ended the request
   */
  async findGain(track: PlayerTrack, isWanted = () => true): Promise<StreamGain> {
    for (;;) {
      const cached = this.#cache.get(track.id)
      try {
        return (await (cached?.index ?? this.#findIndex(track, this.quality))).gain
      } catch (error) {
        const isOver = this.#isDestroyed || !isWanted()
        if (!(error instanceof AbandonedError) || isOver) throw error
      }
    }
  }

  /** Null if the track has to be played as a file. Rejects if the request fails. */
  async resolve(track: PlayerTrack): Promise<TrackStream | null> {
    const { quality } = this
    return this.#choose(track, quality, await this.#findIndex(track, quality))
  }

  /** Like `resolve`, but ignores the cache and goes on with a stream that plays: a fallback stays one. */
  async refresh(track: PlayerTrack, { quality, index }: TrackStream): Promise<TrackStream | null> {
    const { isFallback } = index
    const fetched = this.#remember(track, quality, async signal => {
      const fresh = await this.#fetchStreamIndex(track.id, isFallback ? 'original' : quality, false, signal)
      return isFallback ? { ...fresh, isFallback } : fresh
    })
    return this.#choose(track, quality, await fetched)
  }

  /**
   * Like `resolve`, but waits for the network if the browser is offline, and returns null if the server fails. Rejects if
   * it is unreachable.
   * @param onOffline called before it waits
   */
  async resolveWhenOnline(
    track: PlayerTrack,
    signal: AbortSignal,
    isWanted: () => boolean,
    onOffline: () => void,
  ): Promise<TrackStream | null> {
    for (;;) {
      try {
        return await this.resolve(track)
      } catch (error) {
        if (signal.aborted || !isWanted()) return null
        // By the other deck, or before the same track was started anew.
        if (error instanceof AbandonedError) continue
        if (!isOffline() && isUnreachable(error)) throw error
        if (!isOffline()) return null
        onOffline()
        await untilOnline(signal)
      }
    }
  }

  /** Ends a request for the index of a track that has not been answered. The next one is made anew. */
  abandon({ id }: Pick<PlayerTrack, 'id'>): void {
    const found = this.#cache.get(id)
    if (!found?.isPending) return
    this.#cache.delete(id)
    found.request.abort(new AbandonedError('The stream index is no longer wanted.'))
  }

  destroy(): void {
    this.#isDestroyed = true
    for (const id of [...this.#cache.keys()]) this.abandon({ id })
  }

  #findIndex(track: PlayerTrack, quality: StreamQuality): Promise<StreamIndex> {
    const cached = this.#cache.get(track.id)
    const isKnown = cached?.quality === quality
    if (isKnown && !cached.mayRetry) return cached.index
    const fetchFirst = (signal: AbortSignal) => this.#fetchStreamIndex(track.id, quality, true, signal)
    return this.#remember(track, quality, fetchFirst, !isKnown)
  }

  /** @param canRetry asks once more if it is a fallback; not for ever, since some tracks cannot be encoded */
  #remember(
    { id }: PlayerTrack,
    quality: StreamQuality,
    fetchIndex: (signal: AbortSignal) => Promise<StreamIndex>,
    canRetry = false,
  ): Promise<StreamIndex> {
    const request = new AbortController()
    const index = withTimeout(fetchIndex(request.signal), request)
    const found: Found = { quality, index, request, isPending: true, mayRetry: false }
    this.#cache.delete(id)
    this.#cache.set(id, found)
    index.then(
      ({ isFallback }) => {
        found.isPending = false
        found.mayRetry = canRetry && isFallback === true
      },
      () => {
        if (this.#cache.get(id) === found) this.#cache.delete(id)
      },
    )
    const [oldest] = this.#cache.keys()
    if (this.#cache.size > MAX_CACHED && oldest !== undefined) this.#cache.delete(oldest)
    return index
  }

  #choose(track: PlayerTrack, quality: StreamQuality, index: StreamIndex): TrackStream | null {
    const rendition = chooseRendition(track, index, estimateBitrate())
    return rendition && { index, rendition, quality }
  }
}

/**
 * Chooses the format of a stream; null if the track has to be played as a file.
 * @param bitrate of the connection in bits per second, if known
 */
export function chooseRendition(
  track: PlayerTrack,
  index: StreamIndex,
  bitrate?: number,
  supports: (mime: string) => boolean = canAppend,
): StreamRendition | null {
  const rendition = supportedRendition(index, supports)
  if (!rendition) return null
  // Vorbis is streamed as FLAC for gapless joins, which takes several times the bandwidth of the file.
  const isTranscoded = OGG_FILE.test(track.audioSrc) && rendition.mime.includes('flac')
  if (isTranscoded && bitrate !== undefined && bitrate < bitrateOf(index, rendition) * BITRATE_RESERVE)
    return null
  return rendition
}

/** Rejects as soon as the request is aborted, which it is if it takes too long. */
function withTimeout(index: Promise<StreamIndex>, request: AbortController): Promise<StreamIndex> {
  const { signal } = request
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => request.abort(new FetchError('No stream index arrived.')), TIMEOUT_MS)
    signal.addEventListener('abort', () => reject(signal.reason))
    index.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/** Bits per second of the part of a stream that has been made so far. */
function bitrateOf(index: StreamIndex, { fragments }: StreamRendition): number {
  const last = fragments.at(-1)
  if (!last) return 0
  const seconds = index.complete ? durationOf(index) : last[2] / index.sampleRate
  return seconds > 0 ? ((last[0] + last[1]) * 8) / seconds : 0
}
