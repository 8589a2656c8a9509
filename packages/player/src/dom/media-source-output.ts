import type { OutputEvents } from '../output.ts'
import type { PlayerTrack } from '../state.ts'
import { endOf, lengthOf } from '../timeline.ts'
import { createFollower } from './follower.ts'
import type { LaidTrack } from './laid-track.ts'
import { LaidTracks } from './laid-tracks.ts'
import { resolvePatiently } from './resolve-patiently.ts'
import type { MediaSourceOutput, StreamParts } from './stream-parts.ts'
import { createStreamPipe } from './stream-pipe.ts'
import { watchElement } from './watch-element.ts'

/** How near its end a track counts as over: usually, and when nothing is left to play. */
const OVER = 0.005
const OVER_STARVED = 0.25

/**
 * Plays through one <audio> and one MediaSource: tracks lie end to end on an endless timeline, trimmed to
 * exactly their music, so that nothing is heard at a join. A track that is chosen by hand is laid at a
 * fresh place behind everything else, and the element jumps there.
 */
export function createMediaSourceOutput(parts: StreamParts): MediaSourceOutput {
  const element = parts.createElement()
  const ended = new AbortController()
  const laid = new LaidTracks()
  let events: OutputEvents
  /** Where the element was last seen in the current track. */
  let seen = 0
  /** The track for which MediaSource was set up anew after an error; a second error is one too many. */
  let rebuiltFor: PlayerTrack | undefined
  let boundary: ReturnType<typeof setTimeout> | undefined

  const lengthOfTrack = ({ placed, track }: LaidTrack) =>
    placed ? lengthOf(placed.index) : track.durationSeconds
  const isStarved = () => element.readyState < element.HAVE_FUTURE_DATA
  const isSounding = () => !element.seeking && !isStarved() && laid.current?.next !== undefined

  /** Seconds into the current track. A source that breaks throws the element to the end of the timeline. */
  function position(): number {
    const at = laid.positionAt(element.currentTime)
    if (laid.current && at <= lengthOfTrack(laid.current) + 1) seen = at
    return seen
  }

  const pipe = createStreamPipe({
    element,
    laid,
    signal: ended.signal,
    isStarved,
    refresh: ({ track }) => parts.resolve(track, true),
    fetchFirst: ({ track }, streamable) => parts.fetchFirst(track, streamable),
    onLost(lost) {
      if (lost === laid.current) giveUp(lost, position())
      else if (lost === laid.next) follower.lose(lost)
    },
    onBroken: rebuild,
  })

  const follower = createFollower({ ...parts, laid, onPlaced: pipe.poke })

  function giveUp({ track }: LaidTrack, at: number): void {
    stop()
    parts.onUnstreamable(track, at)
  }

  /** Lays the current track and feeds it; the element waits at its place already. */
  async function begin(): Promise<void> {
    const { current } = laid
    if (!current) return
    const streamable = await resolvePatiently(
      parts,
      current.track,
      ended.signal,
      () => current === laid.current,
    )
    if (current !== laid.current) return
    if (!streamable) return giveUp(current, current.feedFrom)
    if (current.feedFrom === 0 && current.armed?.url !== streamable.face.url) {
      current.armed = parts.fetchFirst(current.track, streamable) ?? undefined
    }
    laid.place(streamable)
    tellPosition()
    await pipe.feed(streamable.face.mime).catch(rebuild)
  }

  /** Something is wrong with MediaSource itself: set up anew once, at the same second. */
  function rebuild(error: unknown): void {
    const { current } = laid
    if (!current) return
    const at = position()
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

  function tellPosition(): void {
    const { current } = laid
    if (!current) return
    const length = lengthOfTrack(current)
    events.onPosition(Math.min(position(), length), length)
  }

  /** Sees whether the next track has begun; there is no event between tracks. */
  function look(): void {
    const { current } = laid
    if (!current) return
    clearTimeout(boundary)
    if (current.placed) {
      const left = endOf(current.placed) - element.currentTime
      if (left <= (isStarved() && !element.seeking ? OVER_STARVED : OVER)) {
        pass()
        return
      }
      const inMs = (left / element.playbackRate) * 1000
      if (!element.paused && inMs < 1000) boundary = setTimeout(look, inMs)
    }
    tellPosition()
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
    tellPosition()
    pipe.poke()
  }

  function stop(): void {
    pipe.rest()
    clearTimeout(boundary)
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
        onChange: look,
        onWaiting: () => events.onWaiting(),
        onPaused: () => events.onPaused(),
        onEnded: () => events.onEnded(),
        onError: rebuild,
      })
    },
    start(track, at) {
      clearTimeout(boundary)
      seen = at
      const { next } = laid
      if (next?.track.id === track.id && next.next !== undefined && at === 0 && !laid.isStale) {
        laid.advance()
        element.currentTime = laid.start
        play()
        look()
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
      tellPosition()
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
    prepareNext(track) {
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
