import { appendWindow, fragmentStart, isRawFrames, type PlacedTrack } from '../../streams/timeline.ts'

/** Far beyond any evening; a seek beyond the duration would land at what happens to be buffered. */
const ENDLESS_SECONDS = 10_000_000

/** A source that the browser looks after by itself, to spare memory and radio, says when it wants to be filled. */
interface ManagedMediaSource extends MediaSource {
  readonly streaming: boolean
}

/**
 * The one SourceBuffer, whose operations wait for one another. Each takes a signal: what was asked for by
 * an act that a newer one replaced is not done any more.
 */
export class AppendBuffer {
  readonly #source: MediaSource
  readonly #buffer: SourceBuffer
  #mime: string
  #last: Promise<unknown> = Promise.resolve()

  /** @param source open */
  constructor(source: MediaSource, mime: string) {
    this.#source = source
    source.duration = ENDLESS_SECONDS
    this.#buffer = source.addSourceBuffer(mime)
    this.#mime = mime
  }

  /** Makes ready for a track, from one of its fragments on; cuts to exactly its music. */
  place(placed: PlacedTrack, fragment: number, signal: AbortSignal): Promise<void> {
    return this.#run(signal, buffer => {
      const { mime } = placed.face
      this.reopen()
      buffer.abort()
      if (mime !== this.#mime) buffer.changeType(mime)
      this.#mime = mime
      if (!isRawFrames(placed.face)) buffer.mode = 'segments'
      const { windowStart, windowEnd, offset } = appendWindow(placed)
      // The end has to stay above the start at every step.
      buffer.appendWindowStart = 0
      buffer.appendWindowEnd = windowEnd
      buffer.appendWindowStart = windowStart
      buffer.timestampOffset = isRawFrames(placed.face) ? fragmentStart(placed, fragment) : offset
    })
  }

  append(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
    return this.#run(signal, buffer => buffer.appendBuffer(bytes))
  }

  remove(from: number, to: number, signal: AbortSignal): Promise<void> {
    return this.#run(signal, buffer => {
      if (buffer.buffered.length > 0 && to > from) buffer.remove(from, to)
    })
  }

  /** Says that nothing follows, so that the element ends. */
  end(signal: AbortSignal): Promise<void> {
    return this.#run(signal, () => {
      if (this.#source.readyState === 'open') this.#source.endOfStream()
    })
  }

  /** Takes back that nothing follows, so that there is room on the timeline again. */
  reopen(): void {
    if (this.#buffer.updating) return
    const { timestampOffset } = this.#buffer
    // Setting the offset is what opens an ended source again.
    if (this.#source.readyState === 'ended') this.#buffer.timestampOffset = timestampOffset
    if (this.#source.readyState === 'open' && this.#source.duration !== ENDLESS_SECONDS) {
      this.#source.duration = ENDLESS_SECONDS
    }
  }

  /** True where the browser may let go of anything at any time, and says when it wants more. */
  get isManaged(): boolean {
    return 'streaming' in this.#source
  }

  /** False while the browser would rather have nothing. */
  get wantsMore(): boolean {
    return !this.isManaged || (this.#source as ManagedMediaSource).streaming
  }

  /** Calls back when a browser that manages it wants more, or may have let go of something, until the signal. */
  watch(signal: AbortSignal, changed: () => void): void {
    if (!this.isManaged) return
    this.#source.addEventListener('startstreaming', changed, { signal })
    this.#buffer.addEventListener('bufferedchange', changed, { signal })
  }

  /** Where the buffered stretch around a moment begins and ends, or undefined. */
  stretchAt(seconds: number): { from: number; to: number } | undefined {
    const { buffered } = this.#buffer
    for (let i = 0; i < buffered.length; i++) {
      const from = buffered.start(i)
      const to = buffered.end(i)
      if (from <= seconds + 0.001 && seconds < to) return { from, to }
    }
    return undefined
  }

  /** Where the first thing in it begins, or undefined where it is empty. */
  get from(): number | undefined {
    const { buffered } = this.#buffer
    return buffered.length > 0 ? buffered.start(0) : undefined
  }

  #run(signal: AbortSignal, act: (buffer: SourceBuffer) => void): Promise<void> {
    const done = this.#last.then(async () => {
      signal.throwIfAborted()
      act(this.#buffer)
      if (this.#buffer.updating) await settled(this.#buffer)
    })
    this.#last = done.catch(() => {})
    return done
  }
}

function settled(buffer: SourceBuffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController()
    const end = (act: () => void) => () => {
      done.abort()
      act()
    }
    const { signal } = done
    buffer.addEventListener(
      'error',
      end(() => reject(new Error('The bytes cannot be decoded.'))),
      { signal },
    )
    buffer.addEventListener(
      'abort',
      end(() => reject(new Error('The append was given up.'))),
      { signal },
    )
    buffer.addEventListener('updateend', end(resolve), { signal })
  })
}
