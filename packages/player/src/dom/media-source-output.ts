import type { OutputEvents } from '../output/output.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import { createFollower } from './follower.ts'
import { resolvePatiently } from './resolve-patiently.ts'
import type { TrackFeed } from './source/track-feed.ts'
import { TrackFeeds } from './source/track-feeds.ts'
import type { MediaSourceOutput, StreamParts } from './stream-parts.ts'
import { createStreamPipe } from './stream-pipe.ts'
import { createTrackClock } from './track-clock.ts'
import { watchElement } from './watch-element.ts'

/**
 * Plays through one <audio> and one MediaSource: tracks lie end to end on an endless timeline, trimmed to
 * exactly their music, so that nothing is heard at a join. A track that is chosen by hand is laid at a
 * fresh place behind everything else, and the element jumps there.
 */
export function createMediaSourceOutput(parts: StreamParts): MediaSourceOutput {
  const element = parts.createElement()
  const ended = new AbortController()
  const laid = new TrackFeeds()
  let events: OutputEvents
  /** The track for which MediaSource was set up anew after an error; a second error is one too many. */
  let rebuiltFor: PlayerTrack | undefined

  const isStarved = () => element.readyState < element.HAVE_FUTURE_DATA
  const isSounding = () => !element.seeking && !isStarved() && laid.current?.next !== undefined

  const clock = createTrackClock({
    element,
    laid,
    isStarved,
    onPosition: (position, duration) => events.onPosition(position, duration),
    onLooked: goOn,
    onOver: pass,
  })

  const pipe = createStreamPipe({
    element,
    laid,
    signal: ended.signal,
    isStarved,
    refresh: ({ track }) => parts.resolve(track, true),
    fetchFirst: ({ track }, streamable) => parts.fetchFirst(track, streamable),
    onLost(lost) {
      if (lost === laid.current) giveUp(lost, clock.position())
      else if (lost === laid.next) follower.lose(lost)
    },
    onBroken: rebuild,
  })

  const follower = createFollower({ ...parts, laid, onPlaced: pipe.poke })

  function giveUp({ track }: TrackFeed, at: number): void {
    stop()
    parts.onUnstreamable(track, at)
  }

  /** Lays the current track and feeds it; the element waits at its place already. */
  async function begin(): Promise<void> {
    const { current } = laid
    if (!current) return
    const isCurrent = () => current === laid.current
    const streamable = await resolvePatiently(parts, current.track, ended.signal, isCurrent)
    if (!isCurrent()) return
    if (!streamable) return giveUp(current, current.feedFrom)
    if (current.feedFrom === 0 && current.armed?.url !== streamable.face.url) {
      current.armed = parts.fetchFirst(current.track, streamable) ?? undefined
    }
    laid.place(streamable)
    clock.tell()
    await pipe.feed(streamable.face.mime).catch(rebuild)
  }

  /** Something is wrong with MediaSource itself: set up anew once, at the same second. */
  function rebuild(error: unknown): void {
    const { current } = laid
    if (!current) return
    const at = clock.position()
    if (rebuiltFor === current.track) {
      stop()
      parts.onBroken(current.track, at, error)
      return
    }
    rebuiltFor = current.track
    const wasPaused = element.paused
    laid.layAllAnew(at)
    pipe.renew()
    element.currentTime = at
    if (!wasPaused) play()
    void begin()
  }

  function play(): void {
    const { current } = laid
    element.play().catch((error: DOMException) => {
      if (error.name !== 'AbortError' && laid.current === current && !element.error) events.onFailed(error)
    })
  }

  /** The current track goes on. */
  function goOn(): void {
    if (isSounding()) follower.look()
    if (!element.paused && !element.seeking && !isStarved()) events.onSounding()
    pipe.poke()
  }

  function pass(): void {
    if (laid.isStale) events.onEnded()
    const current = laid.isStale ? null : laid.advance()
    if (!current) return
    rebuiltFor = undefined
    events.onAdvanced(current.track)
    clock.tell()
    pipe.poke()
  }

  function stop(): void {
    pipe.rest()
    clock.rest()
    laid.clear()
    element.pause()
  }

  return {
    open: pipe.open,
    attach(listener) {
      events = listener
      watchElement(element, ended.signal, {
        // What a broken source does is told as its error.
        isAtWork: () => laid.current !== null && !element.error,
        onChange: clock.look,
        onWaiting: () => events.onWaiting(),
        onPaused: () => events.onPaused(),
        onEnded: () => events.onEnded(),
        onError: rebuild,
      })
    },
    start(track, at) {
      clock.startFrom(at)
      const { next } = laid
      if (next?.track.id === track.id && next.next !== undefined && at === 0 && !laid.isStale) {
        laid.advance()
        element.currentTime = laid.start
        play()
        clock.look()
        return
      }
      pipe.rest()
      pipe.open()
      const free = laid.layFresh(track, at, element.currentTime)
      pipe.reopen()
      element.currentTime = laid.start + at
      play()
      pipe.clear(0, free)
      void begin()
    },
    resume: play,
    pause() {
      element.pause()
      clock.tell()
    },
    seek(seconds) {
      const { current } = laid
      if (!current) return
      const target = laid.start + seconds
      pipe.reopen()
      element.currentTime = target
      if (!current.placed) {
        current.feedFrom = seconds
        return
      }
      if (pipe.holds(target) && current.next !== undefined) return pipe.poke()
      // Laid anew: the feed that is stopped may still write down how far it got.
      laid.layFrom(seconds)
      pipe.rest()
      pipe.clear(0, Number.POSITIVE_INFINITY)
      pipe.feedAgain()
    },
    setNext(track) {
      const from = laid.follow(track, element.currentTime)
      if (from !== null) {
        pipe.rest()
        pipe.clear(from, Number.POSITIVE_INFINITY)
        pipe.feedAgain()
      }
      if (isSounding()) follower.look()
      pipe.poke()
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
