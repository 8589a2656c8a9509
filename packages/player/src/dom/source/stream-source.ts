import type { PlayerTrack } from '../../state/player-state.ts'
import { AppendBuffer } from '../feed/append-buffer.ts'
import { Feeder } from '../feed/feeder.ts'
import { isComplete, type TrackFeed } from '../feed/track-feed.ts'
import { TrackFeeds } from '../feed/track-feeds.ts'
import { isUnreachable } from '../network/fetch-range.ts'
import type { Prefetcher } from '../network/prefetcher.ts'
import { CurrentStream } from './current-stream.ts'
import { type MediaSourceOpening, openMediaSource } from './media-source-support.ts'
import { NextStream } from './next-stream.ts'
import type { SourceParts, TrackSource } from './source.ts'
import type { StreamResolver } from './stream-resolver.ts'
import { TrackClock } from './track-clock.ts'
import { watchElement } from './watch-element.ts'

export interface StreamSourceParts extends SourceParts {
  readonly resolver: StreamResolver
  readonly prefetcher: Prefetcher
}

/**
 * Streams tracks through one MediaSource. They lie end to end on an endless timeline, trimmed to exactly their audio,
 * so that joins are gapless. A track that does not continue the one before goes behind everything else, and the
 * element seeks there.
 */
export class StreamSource implements TrackSource {
  readonly kind = 'stream'
  readonly #parts: StreamSourceParts
  readonly #element: HTMLAudioElement
  readonly #feeds = new TrackFeeds()
  readonly #clock: TrackClock
  #opening: MediaSourceOpening
  #buffer: AppendBuffer | undefined
  #feeder: Feeder | undefined
  readonly #currentStream: CurrentStream
  readonly #nextStream: NextStream
  /** The track whose error was answered with a new MediaSource; a second error gives up streaming. */
  #rebuiltFor: PlayerTrack | undefined
  readonly #onOffline = () => this.#parts.emit({ type: 'waiting', reason: 'unreachable' })

  constructor(parts: StreamSourceParts) {
    const { element, emit } = parts
    this.#parts = parts
    this.#element = element
    this.#opening = openMediaSource(element)
    parts.signal.addEventListener('abort', () => this.#opening.revoke())
    this.#clock = new TrackClock({
      element,
      feeds: this.#feeds,
      isStarved: () => this.#isStarved,
      onPosition: (position, duration) => emit({ type: 'position', position, duration }),
      onProgress: () => this.#onProgress(),
      onEnd: () => this.#onTrackEnd(),
      onLost: () => this.#restore(),
    })
    this.#currentStream = new CurrentStream({
      ...parts,
      feeds: this.#feeds,
      onOffline: this.#onOffline,
      onLost: (feed, error) => this.#giveUp(feed, feed.startAt, error),
      onRenewed: () => void this.#begin(),
    })
    this.#nextStream = new NextStream({
      feeds: this.#feeds,
      resolver: parts.resolver,
      isStarved: () => this.#isStarved,
      takes: mime => this.#buffer?.takes(mime) !== false,
      onFound: () => this.#feeder?.wake(),
      onUnstreamable: feed => this.#giveUpNext(feed),
    })
    watchElement(element, parts.signal, {
      // After an error the other events mean nothing.
      isActive: () => this.#feeds.current !== null && !element.error,
      onProgress: () => this.#clock.check(),
      onWaiting: () => emit({ type: 'waiting' }),
      onPaused: () => emit({ type: 'paused' }),
      onEnded: () => this.#onElementEnd(),
      onError: error => this.#rebuild(error),
    })
  }

  load(track: PlayerTrack, position: number): void {
    this.#clock.reset(position)
    const { next } = this.#feeds
    const isAppended = next?.track.id === track.id && next.nextFragment !== undefined
    if (isAppended && position === 0 && !this.#feeds.isStale) {
      this.#feeds.advance()
      this.#element.currentTime = this.#feeds.start
      this.#clock.check()
      return
    }
    this.#currentStream.abandon()
    this.#feeder?.stop()
    const unusedUntil = this.#feeds.startTrack(track, position, this.#element.currentTime)
    this.#buffer?.reopen()
    this.#element.currentTime = this.#feeds.start + position
    this.#clear(0, unusedUntil)
    void this.#begin()
  }

  append(track: PlayerTrack | null): boolean {
    const { currentTime } = this.#element
    const outdatedFrom = this.#nextStream.isOutdated(currentTime)
      ? this.#feeds.setNext(null, currentTime)
      : null
    const obsoleteFrom = this.#feeds.setNext(track, currentTime) ?? outdatedFrom
    if (obsoleteFrom !== null) {
      this.#feeder?.stop()
      this.#clear(obsoleteFrom, Number.POSITIVE_INFINITY)
      this.#startFeeder()
    }
    if (this.#canPrepareNext) this.#nextStream.resolve()
    this.#feeder?.wake()
    return true
  }

  seek(seconds: number): void {
    const { current, start } = this.#feeds
    if (!current) return
    const target = start + seconds
    this.#buffer?.reopen()
    this.#element.currentTime = target
    if (!current.placed) {
      current.startAt = seconds
      return
    }
    if (this.#buffer?.rangeAt(target) && current.nextFragment !== undefined) {
      this.#feeder?.wake()
      return
    }
    // New feeds: the feeder that is being stopped may still write to the old ones.
    this.#feeds.restartAt(seconds)
    this.#feeder?.stop()
    this.#clear(0, Number.POSITIVE_INFINITY)
    this.#startFeeder()
  }

  /** An index that is on its way is asked for again as well: its connection may be dead. */
  retryNow(): void {
    this.#feeder?.retryNow()
    this.#currentStream.renew()
  }

  reload(): void {
    if (this.#feeds.current) this.#reopen(this.#clock.position)
  }

  readonly reportPosition = () => this.#clock.report()

  unload(): void {
    this.#currentStream.abandon()
    this.#feeder?.stop()
    this.#clock.stop()
    this.#feeds.clear()
    this.#element.pause()
  }

  get #isStarved(): boolean {
    return this.#element.readyState < this.#element.HAVE_FUTURE_DATA
  }

  /** Whether the network is free for the next track; a very short one does not even start without it. */
  get #canPrepareNext(): boolean {
    const { current } = this.#feeds
    if (!current || isComplete(current)) return current !== null
    return !this.#element.seeking && !this.#isStarved && current.nextFragment !== undefined
  }

  /** Resolves the current track and feeds it; the element waits at its position. */
  async #begin(): Promise<void> {
    const stream = await this.#currentStream.find()
    const { current } = this.#feeds
    if (!stream || !current) return
    if (this.#buffer?.takes(stream.rendition.mime) === false) return this.#reopen(current.startAt)
    if (current.startAt === 0 && current.prefetched?.url !== stream.rendition.url) {
      current.prefetched = this.#parts.prefetcher.take(current.track, stream) ?? undefined
    }
    this.#feeds.placeCurrent(stream)
    this.#clock.report()
    try {
      await this.#openBuffer(stream.rendition.mime)
    } catch (error) {
      this.#rebuild(error)
    }
  }

  async #openBuffer(mime: string): Promise<void> {
    const opening = this.#opening
    const mediaSource = await opening.opened
    // Unloaded or rebuilt meanwhile.
    if (opening !== this.#opening || !this.#feeds.current) return
    this.#buffer ??= new AppendBuffer(mediaSource, mime)
    this.#startFeeder()
  }

  #startFeeder(): void {
    if (!this.#buffer) return
    this.#feeder?.stop()
    this.#feeder = new Feeder({
      ...this.#parts,
      buffer: this.#buffer,
      feeds: () => ({
        current: this.#feeds.current as TrackFeed,
        next: this.#feeds.isStale ? null : this.#feeds.next,
      }),
      now: () => this.#element.currentTime,
      isStarved: () => this.#isStarved,
      onNextMissing: () => this.#nextStream.resolve(),
      onOffline: this.#onOffline,
      onTrackLost: (feed, error) => {
        if (feed === this.#feeds.next) this.#giveUpNext(feed)
        if (feed === this.#feeds.current) this.#giveUp(feed, this.#clock.position, error)
      },
      onError: error => this.#rebuild(error),
    })
  }

  #clear(from: number, to: number): void {
    this.#buffer?.remove(from, to, this.#parts.signal).catch(error => this.#rebuild(error))
  }

  /** A file of a service that does not answer could not be fetched either. */
  #giveUp({ track }: TrackFeed, position: number, error?: unknown): void {
    this.unload()
    if (isUnreachable(error)) this.#parts.emit({ type: 'failed', error, reason: 'unreachable' })
    else this.#parts.emit({ type: 'unstreamable', track, position })
  }

  #giveUpNext({ track }: TrackFeed, error?: unknown): void {
    this.#feeds.next = null
    this.#parts.emit({ type: 'nextUnstreamable', track, ...(error !== undefined && { error }) })
  }

  /** MediaSource failed: starts again with a new one at the same position, once per track. */
  #rebuild(error: unknown): void {
    const { current, next } = this.#feeds
    if (!current || this.#parts.signal.aborted) return
    // What was appended last is what failed.
    const isNextAppended = next?.nextFragment !== undefined || next?.resumeFragment !== undefined
    if (isNextAppended) this.#giveUpNext(next, error ?? new Error('Media error'))
    const { position } = this.#clock
    const { track } = current
    if (this.#rebuiltFor === track) {
      this.unload()
      this.#parts.emit({ type: 'streamingFailed', track, position, error })
      return
    }
    this.#rebuiltFor = track
    this.#reopen(position)
  }

  /** Starts again with a new MediaSource, at a position of the current track. */
  #reopen(position: number): void {
    const wasPaused = this.#element.paused
    this.#feeds.restartTimeline(position)
    this.#feeder?.stop()
    this.#buffer = undefined
    this.#opening.revoke()
    this.#opening = openMediaSource(this.#element)
    this.#element.currentTime = position
    if (!wasPaused) this.#parts.play()
    void this.#begin()
  }

  #onProgress(): void {
    if (this.#canPrepareNext) this.#nextStream.resolve()
    const { paused, seeking } = this.#element
    if (!paused && !seeking && !this.#isStarved) this.#parts.emit({ type: 'playing' })
    this.#feeder?.wake()
  }

  #onElementEnd(): void {
    const { current } = this.#feeds
    const isOver = current && isComplete(current) && this.#clock.hasEnded
    // Else the stream ended behind the track before, just before this one was appended.
    if (current && !isComplete(current)) this.load(current.track, this.#clock.position)
    if (current && !isOver) this.#restore()
    else this.#parts.emit({ type: 'ended' })
  }

  /** At its end, an element pauses by itself. */
  #restore(): void {
    this.#clock.restore()
    this.#parts.play()
  }

  #onTrackEnd(): void {
    const { next, isStale } = this.#feeds
    const current = isStale ? null : this.#feeds.advance()
    // An appended track whose index is still missing starts like any other.
    if (!current && (isStale || next)) this.#parts.emit({ type: 'ended' })
    if (!current) return
    this.#rebuiltFor = undefined
    this.#parts.emit({ type: 'advanced', track: current.track })
    this.#clock.report()
    this.#feeder?.wake()
  }
}
