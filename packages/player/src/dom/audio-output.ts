import type { AudioOutput, OutputEvents } from '../output.ts'
import type { PlayerTrack } from '../state.ts'
import type { StreamIndex } from '../stream-index.ts'
import { chooseFace } from '../timeline.ts'
import type { Streamable } from './laid-track.ts'
import { createMediaSourceOutput } from './media-source-output.ts'
import { canAppend, hasMediaSource } from './media-source-support.ts'
import { createTwoElementOutput } from './two-element-output.ts'

const MOST_KNOWN = 32

/** `container`: raw frames cannot be appended here, so the track has to come in one. */
export interface StreamRequest {
  readonly trackId: string
  readonly container?: 'mp4'
}

export interface AudioOutputParts {
  /** How a track can be streamed; rejects where that cannot be told. */
  readonly fetchStreamIndex: (input: StreamRequest, signal: AbortSignal) => Promise<StreamIndex>
  /** Makes the elements; a test may keep hold of them. */
  readonly createElement?: () => HTMLAudioElement
}

/**
 * The output of a browser. Each track goes through MediaSource where it can, which leaves nothing at the
 * joins, else through two elements that take turns. Once MediaSource has failed, the elements play for
 * the rest of the visit.
 */
export function createAudioOutput(parts: AudioOutputParts): AudioOutput {
  const createElement = parts.createElement ?? (() => new Audio())
  const ended = new AbortController()
  const container = canAppend('audio/mpeg') ? {} : { container: 'mp4' as const }
  const known = new Map<string, Promise<Streamable | null>>()
  let canStream = hasMediaSource()
  let events: OutputEvents
  let active: AudioOutput | undefined
  let following: PlayerTrack | null = null

  const files = createTwoElementOutput(createElement)
  const streams = createMediaSourceOutput({
    createElement,
    resolve,
    onUnstreamable: (track, position) => playFile(track, position),
    onBroken(track, position, error) {
      console.warn('MediaSource failed; the files are played as they are.', error)
      canStream = false
      playFile(track, position)
    },
  })

  function resolve(track: PlayerTrack, again = false): Promise<Streamable | null> {
    const kept = canStream ? known.get(track.id) : Promise.resolve(null)
    if (kept && !again) return kept
    const asked = parts
      .fetchStreamIndex({ trackId: track.id, ...container }, ended.signal)
      .then(index => {
        const face = chooseFace(index, canAppend)
        // What is still growing is asked for again.
        if (!index.complete) known.delete(track.id)
        return face && canStream ? { index, face } : null
      })
      .catch(() => {
        known.delete(track.id)
        return null
      })
    known.set(track.id, asked)
    const [oldest] = known.keys()
    if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
    return asked
  }

  function playFile(track: PlayerTrack, position: number): void {
    active = files
    files.start(track, position)
    prepareNext(following)
  }

  /** What follows is made ready by whichever output will play it. */
  function prepareNext(track: PlayerTrack | null): void {
    following = track
    streams.prepareNext(active === streams ? track : null)
    if (!track) {
      files.prepareNext(null)
      return
    }
    void resolve(track).then(streamable => {
      if (following === track) files.prepareNext(streamable ? null : track)
    })
  }

  /** Passes on what the active output tells. */
  function eventsOf(output: AudioOutput): OutputEvents {
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
      onAdvanced: ifActive(track => events.onAdvanced(track)),
      onEnded: ifActive(() => events.onEnded()),
      onFailed: ifActive(error => events.onFailed(error)),
      onUnplayable: track => events.onUnplayable(track),
    }
  }

  return {
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
    },
    resume: () => active?.resume(),
    pause: () => active?.pause(),
    seek: seconds => active?.seek(seconds),
    setVolume(volume) {
      for (const output of [files, streams]) output.setVolume(volume)
    },
    setSound() {},
    warm() {},
    prepareNext,
    stop() {
      following = null
      for (const output of [files, streams]) output.stop()
      active = undefined
    },
    destroy() {
      ended.abort()
      for (const output of [files, streams]) output.destroy()
    },
  }
}
