import type { AudioOutput } from '../output/output.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import type { StreamIndex } from '../streams/stream-index.ts'
import { createCrossfadeOutput } from './crossfade-output.ts'
import { createChannel } from './deck/gain.ts'
import { createMixer } from './deck/mixer.ts'
import { createDeck } from './deck.ts'
import { createFadingVolume } from './fading-volume.ts'
import { chooseStream } from './source/choose-stream.ts'
import { canAppend, hasMediaSource } from './source/media-source-support.ts'
import { createPrefetcher } from './source/prefetcher.ts'
import { createKnownStreams } from './source/stream-index-cache.ts'
import { estimateBitrate } from './source/throughput.ts'
import type { Streamable } from './source/track-feed.ts'

/**
 * `container`: raw frames cannot be appended here, so the track has to come in one. `start`: the first bytes
 * are to come along.
 */
export interface StreamRequest {
  readonly trackId: string
  readonly container?: 'mp4'
  readonly start?: 'with'
}

export interface AudioOutputParts {
  /** How a track can be streamed; rejects where that cannot be told. */
  readonly fetchStreamIndex: (input: StreamRequest, signal: AbortSignal) => Promise<StreamIndex>
  /** Makes the elements; a test may keep hold of them. */
  readonly createElement?: () => HTMLAudioElement
  /** True where the sound files come from another origin than the page. */
  readonly isElsewhere?: boolean
  /** Opens Web Audio, where it is needed; a test may listen in. */
  readonly createContext?: () => AudioContext
}

/** The output of a browser: what decks, fades and loudness share, put together. */
export function createAudioOutput(parts: AudioOutputParts): AudioOutput {
  const createElement =
    parts.createElement ??
    (() => {
      const element = new Audio()
      // Sound of another origin is silent in Web Audio unless it is asked for in this way.
      if (parts.isElsewhere) element.crossOrigin = 'anonymous'
      return element
    })
  const mixer = createMixer(parts.createContext ?? (() => new AudioContext()))
  const ended = new AbortController()
  const container = canAppend('audio/mpeg') ? {} : { container: 'mp4' as const }
  const streams = createKnownStreams((trackId, isFirst) =>
    parts.fetchStreamIndex(
      { trackId, ...container, ...(isFirst && { start: 'with' as const }) },
      ended.signal,
    ),
  )
  const resolve = async (track: PlayerTrack, again?: boolean): Promise<Streamable | null> =>
    chooseStream(track, await streams.find(track, again), estimateBitrate())
  const warmed = createPrefetcher(async track => (hasMediaSource() ? resolve(track) : null))

  const output = createCrossfadeOutput({
    makeDeck: () =>
      createDeck({
        channel: createChannel(createElement, mixer),
        resolve,
        findGain: async track => (await streams.find(track)).gain,
        fetchFirst: warmed.take,
        prefetch: warmed.prefetch,
      }),
    prefetch: warmed.prefetch,
  })

  const volume = createFadingVolume(output.setVolume)

  return {
    ...output,
    setVolume: volume.setVolume,
    fadeOut: volume.fadeOut,
    fadeIn: volume.fadeBack,
    start(track, position) {
      mixer.wake()
      output.start(track, position)
    },
    resume() {
      mixer.wake()
      output.resume()
    },
    destroy() {
      ended.abort()
      warmed.stop()
      volume.destroy()
      output.destroy()
      mixer.destroy()
    },
  }
}
