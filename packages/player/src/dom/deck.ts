import { loudnessFactor } from '../loudness.ts'
import type { AudioOutput, OutputEvents, OutputSound } from '../output.ts'
import type { PlayerTrack } from '../state.ts'
import type { BytesAhead } from './bytes-ahead.ts'
import type { Channel } from './channel.ts'
import type { Streamable } from './laid-track.ts'
import { createMediaSourceOutput } from './media-source-output.ts'
import { hasMediaSource } from './media-source-support.ts'
import type { TrackOutput } from './track-output.ts'
import { createTwoElementOutput } from './two-element-output.ts'

export interface DeckParts {
  readonly channel: Channel
  /** How a track can be streamed; null where it cannot. Rejects where that cannot be told now. */
  readonly resolve: (track: PlayerTrack, again?: boolean) => Promise<Streamable | null>
  /** What is known of a track's loudness. */
  readonly findGain: (track: PlayerTrack) => Promise<Parameters<typeof loudnessFactor>[0]>
  readonly fetchFirst: (track: PlayerTrack, streamable: Streamable) => BytesAhead | null
  readonly warm: (track: PlayerTrack) => void
}

export interface Deck extends Omit<AudioOutput, 'warm'> {
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
  let current: PlayerTrack | null = null
  let following: PlayerTrack | null = null
  let mode: OutputSound['gain'] = 'off'

  const resolve = async (track: PlayerTrack, again?: boolean) =>
    canStream ? parts.resolve(track, again) : null
  const files = createTwoElementOutput(createElement)
  const streams = createMediaSourceOutput({
    createElement,
    resolve,
    fetchFirst: parts.fetchFirst,
    onUnstreamable: playFile,
    onNextUnstreamable: track => files.prepareNext(track),
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
    streams.prepareNext(active === streams ? track : null)
    files.prepareNext(null)
    if (!track || active !== files) return
    resolve(track).then(
      streamable => {
        if (following !== track) return
        if (streamable) parts.warm(track)
        else files.prepareNext(track)
      },
      () => {
        if (following === track) files.prepareNext(track)
      },
    )
  }

  /** Makes the current track as loud as the settings want it. */
  function level(): void {
    const track = current
    if (!track || mode === 'off') {
      channel.setFactor(1)
      return
    }
    parts.findGain(track).then(
      gain => {
        if (current !== track) return
        const factor = loudnessFactor(gain, mode)
        if (factor > 1) channel.amplify()
        channel.setFactor(factor)
      },
      () => {},
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
      onSounding: ifActive(() => events.onSounding()),
      onWaiting: ifActive(() => events.onWaiting()),
      onPaused: ifActive(() => events.onPaused()),
      onPosition: ifActive((position, duration) => events.onPosition(position, duration)),
      onAdvanced: ifActive(track => {
        current = track
        level()
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
      current = track
      wanted.start(track, position)
      level()
    },
    resume: () => active?.resume(),
    pause: () => active?.pause(),
    seek: seconds => active?.seek(seconds),
    setVolume: channel.setVolume,
    setSound({ gain, rate }) {
      channel.setRate(rate)
      if (gain === mode) return
      mode = gain
      level()
    },
    prepareNext,
    stop() {
      current = null
      following = null
      for (const output of [files, streams]) output.stop()
      active = undefined
    },
    destroy() {
      for (const output of [files, streams]) output.destroy()
    },
  }
}
