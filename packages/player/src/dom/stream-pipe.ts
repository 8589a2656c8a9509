import { AppendBuffer } from './source/append-buffer.ts'
import { type Feeder, startFeeder } from './source/feeder.ts'
import { openMediaSource } from './source/media-source-support.ts'
import type { PrefetchedRange } from './source/prefetched-range.ts'
import type { Streamable, TrackFeed } from './source/track-feed.ts'
import type { TrackFeeds } from './source/track-feeds.ts'

export interface PipeParts {
  readonly element: HTMLAudioElement
  readonly laid: TrackFeeds
  /** When it aborts, everything ends. */
  readonly signal: AbortSignal
  isStarved(): boolean
  refresh(laid: TrackFeed): Promise<Streamable | null>
  fetchFirst(laid: TrackFeed, streamable: Streamable): PrefetchedRange | null
  onLost(laid: TrackFeed, error: unknown): void
  onBroken(error: unknown): void
}

/** The MediaSource of one element, and what fills it with the laid tracks. */
export interface StreamPipe {
  /** Gives the element a MediaSource; the sooner, the less the first press has to wait for. */
  open(): void
  /** Gives the element a new one in place of one that broke. */
  renew(): void
  /** Feeds the laid tracks from now on. @throws Error where the buffer cannot be had. */
  feed(mime: string): Promise<void>
  /** Feeds again, after the tracks were laid from another place. */
  feedAgain(): void
  /** Takes back that nothing follows, so that there is room on the timeline again. */
  reopen(): void
  /** True where a moment of the timeline is in the buffer. */
  holds(seconds: number): boolean
  clear(from: number, to: number): void
  /** Something changed: there may be something to feed. */
  poke(): void
  /** Feeds nothing more. */
  rest(): void
}

export function createStreamPipe(parts: PipeParts): StreamPipe {
  const { element, laid, signal } = parts
  let opening: Promise<MediaSource> | undefined
  let buffer: AppendBuffer | undefined
  let feed: Feeder | undefined

  function open(): Promise<MediaSource> {
    opening ??= openMediaSource(element)
    return opening
  }

  function startFeeding(into: AppendBuffer): void {
    feed?.stop()
    feed = startFeeder({
      ...parts,
      buffer: into,
      laid: () => ({ current: laid.current as TrackFeed, next: laid.isStale ? null : laid.next }),
      now: () => element.currentTime,
    })
  }

  return {
    open: () => void open(),
    renew() {
      feed?.stop()
      buffer = undefined
      opening = openMediaSource(element)
    },
    async feed(mime) {
      const mine = open()
      const source = await mine
      // Everything was stopped meanwhile, or another MediaSource opened.
      if (mine !== opening || !laid.current) return
      buffer ??= new AppendBuffer(source, mime)
      startFeeding(buffer)
    },
    feedAgain() {
      if (buffer) startFeeding(buffer)
    },
    reopen: () => buffer?.reopen(),
    holds: seconds => buffer?.stretchAt(seconds) !== undefined,
    clear(from, to) {
      buffer?.remove(from, to, signal).catch(parts.onBroken)
    },
    poke: () => feed?.poke(),
    rest: () => feed?.stop(),
  }
}
