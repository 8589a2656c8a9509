import type { AudioOutput, OutputEvents } from '../output/output.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import type { Channel } from './deck/gain.ts'
import { createDeckLoudness, type DeckLoudnessParts } from './deck-loudness.ts'
import { createMediaSourceOutput } from './media-source-output.ts'
import { hasMediaSource } from './source/media-source-support.ts'
import type { PrefetchedRange } from './source/prefetched-range.ts'
import type { Streamable } from './source/track-feed.ts'
import type { TrackOutput } from './track-output.ts'
import { createTwoElementOutput } from './two-element-output.ts'

export interface DeckParts extends DeckLoudnessParts {
  readonly channel: Channel
  /** How a track can be streamed; null where it cannot. Rejects where that cannot be told now. */
  readonly resolve: (track: PlayerTrack, again?: boolean) => Promise<Streamable | null>
  readonly fetchFirst: (track: PlayerTrack, streamable: Streamable) => PrefetchedRange | null
  readonly prefetch: (track: PlayerTrack) => void
}

export interface Deck extends Omit<AudioOutput, 'fadeOut' | 'fadeIn' | 'prefetch'> {
  readonly channel: Channel
  /** Makes ready for the first track. */
  open(): void
}

/**
 * Plays one track after the other. Each goes through MediaSource where it can, which leaves nothing at the
 * joins, else through two elements that take turns. Once MediaSource has failed, the elements play for
 * the rest of the visit. Each is as loud as the settings want it.
 */
export function createDeck(parts: DeckParts): Deck {
  const { channel } = parts
  const { createElement } = channel
  let canStream = hasMediaSource()
  let events: OutputEvents
  let active: TrackOutput | undefined
  let following: PlayerTrack | null = null
  const loudness = createDeckLoudness(parts)

  const resolve = async (track: PlayerTrack, again?: boolean) =>
    canStream ? parts.resolve(track, again) : null
  const files = createTwoElementOutput(createElement)
  const streams = createMediaSourceOutput({
    createElement,
    resolve,
    fetchFirst: parts.fetchFirst,
    onUnstreamable: playFile,
    onNextUnstreamable: track => files.setNext(track),
    onBroken(track, position, error) {
      console.warn('MediaSource failed; the files are played as they are.', error)
      canStream = false
      playFile(track, position)
    },
  })

  function playFile(track: PlayerTrack, position: number): void {
    active = files
    files.start(track, position)
    prepareNext(following)
  }

  /** What follows is made ready by whichever output will play it. */
  function prepareNext(track: PlayerTrack | null): void {
    following = track
    streams.setNext(active === streams ? track : null)
    files.setNext(null)
    if (!track || active !== files) return
    resolve(track).then(
      streamable => {
        if (following !== track) return
        if (streamable) parts.prefetch(track)
        else files.setNext(track)
      },
      () => {
        if (following === track) files.setNext(track)
      },
    )
  }

  /** Passes on what the active output tells. */
  function eventsOf(output: TrackOutput): OutputEvents {
    const ifActive =
      <Args extends unknown[]>(tell: (...args: Args) => void) =>
      (...args: Args) => {
        if (active === output) tell(...args)
      }
    return {
      onSounding: ifActive(() => {
        loudness.onSounding()
        events.onSounding()
      }),
      onWaiting: ifActive(() => {
        loudness.onSilence()
        events.onWaiting()
      }),
      onPaused: ifActive(() => {
        loudness.onSilence()
        events.onPaused()
      }),
      onPosition: ifActive((position, duration) => {
        loudness.onPosition(position, duration)
        events.onPosition(position, duration)
      }),
      onAdvanced: ifActive(track => {
        loudness.advance(track)
        events.onAdvanced(track)
      }),
      onEnded: ifActive(() => events.onEnded()),
      onFailed: ifActive(error => events.onFailed(error)),
      onUnplayable: track => events.onUnplayable(track),
    }
  }

  return {
    channel,
    open() {
      if (canStream) streams.open()
    },
    attach(listener) {
      events = listener
      files.attach(eventsOf(files))
      streams.attach(eventsOf(streams))
    },
    start(track, position) {
      const wanted = canStream ? streams : files
      if (active !== wanted) active?.stop()
      active = wanted
      wanted.start(track, position)
      loudness.start(track)
    },
    resume: () => active?.resume(),
    pause() {
      active?.pause()
      loudness.onSilence()
    },
    seek(seconds) {
      active?.seek(seconds)
      loudness.onSilence()
    },
    setVolume: channel.setVolume,
    setSettings(sound) {
      channel.setRate(sound.rate)
      loudness.setSound(sound)
    },
    setNext(track) {
      loudness.follow(track)
      prepareNext(track)
    },
    stop() {
      loudness.stop()
      following = null
      for (const output of [files, streams]) output.stop()
      active = undefined
    },
    destroy() {
      loudness.stop()
      for (const output of [files, streams]) output.destroy()
    },
  }
}
