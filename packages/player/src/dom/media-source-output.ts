import type { AudioOutput, OutputEvents } from '../output.ts'
import type { PlayerTrack } from '../state.ts'
import { endOf, lengthOf } from '../timeline.ts'
import { type Feed, startFeed } from './feeder.ts'
import { type LaidTrack, lay, type Streamable } from './laid-track.ts'
import { openMediaSource } from './media-source-support.ts'
import { TrackBuffer } from './track-buffer.ts'
import { watchElement } from './watch-element.ts'

/** Seconds of the timeline left free in front of a track that does not follow the one before. */
const FREE = 1
/** So close to the end what follows is no longer exchanged: it may sound already. */
const COMMITTED = 0.3
/** How near its end a track counts as over: usually, and when nothing is left to play. */
const OVER = 0.005
const OVER_STARVED = 0.25

export interface StreamParts {
  readonly createElement: () => HTMLAudioElement
  /** How a track can be streamed; null where it cannot. `again`: what was told before does not count. */
  readonly resolve: (track: PlayerTrack, again?: boolean) => Promise<Streamable | null>
  /** The track cannot be played this way after all; the caller plays it another way. */
  readonly onUnstreamable: (track: PlayerTrack, position: number) => void
  /** MediaSource failed for good: the caller plays on another way. */
  readonly onBroken: (track: PlayerTrack, position: number, error: unknown) => void
}

/**
 * Plays through one <audio> and one MediaSource: tracks lie end to end on an endless timeline, trimmed to
 * exactly their music, so that nothing is heard at a join. A track that is chosen by hand is laid at a
 * fresh place behind everything else, and the element jumps there.
 */
export function createMediaSourceOutput(parts: StreamParts): AudioOutput {
  const element = parts.createElement()
  const ended = new AbortController()
  let events: OutputEvents
  let buffer: TrackBuffer | undefined
  let opening: Promise<MediaSource> | undefined
  let feed: Feed | undefined
  let current: LaidTrack | null = null
  let next: LaidTrack | null = null
  /** What follows was exchanged too late: when it begins, the player is asked to start the right one. */
  let isStale = false
  /** Where the current track starts on the timeline, also before its index is there. */
  let start = 0
  /** The track for which MediaSource was set up anew after an error; a second error is one too many. */
  let rebuiltFor: PlayerTrack | undefined
  let boundary: ReturnType<typeof setTimeout> | undefined

  const positionOf = (laid: LaidTrack) =>
    Math.max(0, element.currentTime - (laid === current ? start : (laid.placed?.start ?? 0)))
  const isStarved = () => element.readyState < element.HAVE_FUTURE_DATA

  function open(): Promise<MediaSource> {
    buffer = undefined
    opening = openMediaSource(element)
    return opening
  }

  /** Lays the current track and feeds it; the element waits at its place already. */
  async function begin(laid: LaidTrack): Promise<void> {
    feed?.stop()
    const [source, streamable] = await Promise.all([opening ?? open(), parts.resolve(laid.track)])
    if (current !== laid) return
    if (!streamable) {
      stop()
      parts.onUnstreamable(laid.track, laid.feedFrom)
      return
    }
    try {
      buffer ??= new TrackBuffer(source, streamable.face.mime)
    } catch (error) {
      return rebuild(error)
    }
    laid.placed = { ...streamable, start }
    tellPosition()
    layNext()
    startFeeding(buffer)
  }

  function startFeeding(into: TrackBuffer): void {
    feed?.stop()
    feed = startFeed({
      buffer: into,
      laid: () => ({ current: current as LaidTrack, next: isStale ? null : next }),
      now: () => element.currentTime,
      isStarved,
      refresh: ({ track }) => parts.resolve(track, true),
      onLost(laid) {
        if (laid === current) {
          const position = positionOf(laid)
          stop()
          parts.onUnstreamable(laid.track, position)
        } else if (laid === next) next = null
      },
      onBroken: rebuild,
    })
  }

  /** What follows begins where the current track ends. */
  function layNext(): void {
    const laid = next
    if (!laid || laid.placed || !current?.placed) return
    void parts.resolve(laid.track).then(streamable => {
      if (laid !== next || laid.placed || !current?.placed) return
      if (streamable) laid.placed = { ...streamable, start: endOf(current.placed) }
      else next = null
      feed?.poke()
    })
  }

  /** Something is wrong with MediaSource itself: set up anew once, at the same second. */
  function rebuild(error: unknown): void {
    if (!current) return
    const laid = current
    const position = positionOf(laid)
    feed?.stop()
    if (rebuiltFor === laid.track) {
      stop()
      parts.onBroken(laid.track, position, error)
      return
    }
    rebuiltFor = laid.track
    const wasPaused = element.paused
    void open()
    start = 0
    current = lay(laid.track, position)
    if (next) next = lay(next.track)
    element.currentTime = position
    if (!wasPaused) play()
    void begin(current)
  }

  function play(): void {
    const laid = current
    element.play().catch((error: DOMException) => {
      if (error.name !== 'AbortError' && current === laid && !element.error) events.onFailed(error)
    })
  }

  function tellPosition(): void {
    if (!current) return
    const length = current.placed ? lengthOf(current.placed.index) : current.track.durationSeconds
    events.onPosition(Math.min(positionOf(current), length), length)
  }

  /** Sees whether the next track has begun; there is no event between tracks. */
  function look(): void {
    if (!current) return
    clearTimeout(boundary)
    if (current.placed) {
      const left = endOf(current.placed) - element.currentTime
      if (left <= (isStarved() && !element.seeking ? OVER_STARVED : OVER)) {
        pass()
        return
      }
      if (!element.paused && left < 1) boundary = setTimeout(look, left * 1000)
    }
    tellPosition()
    if (!element.paused && !element.seeking && !isStarved()) events.onSounding()
    feed?.poke()
  }

  function pass(): void {
    if (isStale) events.onEnded()
    if (isStale || !next?.placed) return
    const { track } = next
    current = next
    next = null
    start = current.placed?.start ?? start
    rebuiltFor = undefined
    events.onAdvanced(track)
    tellPosition()
    feed?.poke()
  }

  function stop(): void {
    feed?.stop()
    clearTimeout(boundary)
    current = null
    next = null
    element.pause()
  }

  function seek(seconds: number): void {
    if (!current) return
    const target = start + seconds
    buffer?.reopen()
    element.currentTime = target
    const stretch = buffer?.stretchAt(target)
    if (stretch && current.placed && current.next !== undefined) {
      feed?.poke()
      return
    }
    if (!buffer || !current.placed) {
      current.feedFrom = seconds
      return
    }
    // Laid anew: the feed that is stopped may still write down how far it got.
    current = { ...lay(current.track, seconds), placed: current.placed, init: current.init }
    if (next) next = { ...lay(next.track), placed: next.placed, armed: next.armed }
    isStale = false
    feed?.stop()
    buffer.remove(0, Number.POSITIVE_INFINITY, ended.signal).catch(rebuild)
    startFeeding(buffer)
  }

  return {
    attach(listener) {
      events = listener
      watchElement(element, ended.signal, {
        isAtWork: () => current !== null,
        onChange: look,
        onWaiting: () => events.onWaiting(),
        onPaused: () => events.onPaused(),
        onEnded: () => events.onEnded(),
        onError: rebuild,
      })
    },
    start(track, position) {
      clearTimeout(boundary)
      const isPrepared = next?.track.id === track.id && next.placed && position === 0 && !isStale
      if (isPrepared && next?.next !== undefined) {
        current = next
        next = null
        start = current.placed?.start ?? start
        element.currentTime = start
        play()
        look()
        return
      }
      feed?.stop()
      const before = [current, next].map(laid => (laid?.placed ? endOf(laid.placed) : 0))
      const isFirst = !opening
      start = isFirst ? 0 : Math.ceil(Math.max(element.currentTime, ...before)) + FREE
      const armed = isPrepared ? next?.armed : undefined
      current = { ...lay(track, position), armed }
      next = null
      isStale = false
      if (isFirst) void open()
      buffer?.reopen()
      element.currentTime = start + position
      play()
      buffer?.remove(0, start - FREE / 2, ended.signal).catch(rebuild)
      void begin(current)
    },
    resume: play,
    pause() {
      element.pause()
      tellPosition()
    },
    seek,
    setVolume(volume) {
      element.volume = volume
    },
    setSound() {},
    warm() {},
    prepareNext(track) {
      if (next?.track.id === track?.id) {
        isStale = false
        return
      }
      const isLaid = next?.placed && next.next !== undefined
      if (isLaid && current?.placed && buffer) {
        const end = endOf(current.placed)
        isStale = end - element.currentTime < COMMITTED
        if (isStale) return
        feed?.stop()
        buffer.remove(end, Number.POSITIVE_INFINITY, ended.signal).catch(rebuild)
        next = track && lay(track)
        startFeeding(buffer)
      } else next = track && lay(track)
      layNext()
      feed?.poke()
    },
    stop,
    destroy() {
      stop()
      ended.abort()
      element.removeAttribute('src')
      element.load()
    },
  }
}
