import type { Output } from '../output/output.ts'
import { Sequencer } from '../sequencer/sequencer.ts'
import type { StreamIndex } from '../streams/stream-index.ts'
import { followSink } from './audio-sink.ts'
import { Deck } from './deck/deck.ts'
import { createMixer } from './deck/mixer.ts'
import { onNetworkChange } from './network/connection.ts'
import { isAnswered } from './network/fetch-range.ts'
import { onChance } from './network/online.ts'
import { Prefetcher } from './network/prefetcher.ts'
import { hasMediaSource, type StreamOptions, streamOptions } from './source/media-source-support.ts'
import { StreamResolver } from './source/stream-resolver.ts'

interface StreamRequest extends StreamOptions {
  readonly trackId: string
  /** Includes the first bytes of the stream in the response. */
  readonly start?: 'with'
}

export interface BrowserOutputParts {
  readonly fetchStreamIndex: (input: StreamRequest, signal: AbortSignal) => Promise<StreamIndex>
  readonly createElement?: () => HTMLAudioElement
  readonly createContext?: () => AudioContext
}

/** Creates the output of a browser. */
export function createOutput({
  fetchStreamIndex,
  createElement = createAudioElement,
  createContext = () => new AudioContext(),
}: BrowserOutputParts): Output {
  declareMusic()
  const destroyed = new AbortController()
  const mixer = createMixer(() => followSink(createContext(), destroyed.signal))
  const resolver = new StreamResolver((trackId, quality, isFirst, signal) =>
    fetchStreamIndex(
      { trackId, ...streamOptions(quality), ...(isFirst && { start: 'with' as const }) },
      signal,
    ),
  )
  const canStream = hasMediaSource()
  const prefetcher = new Prefetcher(async track => (canStream ? resolver.resolve(track) : null))
  let { quality } = resolver
  /** @returns whether the settings or the network have changed the quality */
  function noteQuality(): boolean {
    if (resolver.quality === quality) return false
    quality = resolver.quality
    prefetcher.stop()
    return true
  }
  const findGain: StreamResolver['findGain'] = (track, isWanted) => resolver.findGain(track, isWanted)
  const sequencer = new Sequencer({
    createDeck() {
      const element = followSink(createElement(), destroyed.signal)
      return new Deck({ element, mixer, resolver, prefetcher, findGain })
    },
    prefetch: track => prefetcher.prefetch(track),
    // What is encoded takes the server's processor, and would take the data that is to be saved.
    canPrefetchInVain: () => resolver.quality === 'original',
    canStreamTrack: async track => (await resolver.resolve(track)) !== null,
    isAnswered: ({ audioSrc }) => isAnswered(audioSrc, destroyed.signal),
    canStream,
    isPageHidden: () => document.hidden,
    onSettings(settings) {
      resolver.setQuality(settings)
      noteQuality()
    },
    onDestroy() {
      destroyed.abort()
      resolver.destroy()
      prefetcher.stop()
      mixer.destroy()
    },
  })
  onNetworkChange(destroyed.signal, () => {
    if (noteQuality()) sequencer.prepareAgain()
  })
  onChance(destroyed.signal, () => sequencer.events.emit({ type: 'chance' }))
  return sequencer
}

/** Safari then plays on behind the lock screen, also with Web Audio, and in spite of the silent switch. */
function declareMusic(): void {
  const { audioSession } = navigator as { readonly audioSession?: { type: string } }
  if (audioSession) audioSession.type = 'playback'
}

function createAudioElement(): HTMLAudioElement {
  const element = new Audio()
  // Without CORS, audio of another origin is silent in Web Audio, also if the service redirects to it.
  element.crossOrigin = 'anonymous'
  return element
}
