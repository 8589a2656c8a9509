import { appendWindow, isRawFrames, type PlacedTrack } from '../../streams/timeline.ts'
import { RawFrameProbe, rawFramesStart } from './raw-frames.ts'

/** Beyond any listening session; a seek beyond the duration would land at the end of the buffer. */
const ENDLESS_SECONDS = 10_000_000

/** To save memory and power, it says when it wants data and may evict data at any time. */
interface ManagedMediaSource extends MediaSource {
  readonly streaming: boolean
}

/** A SourceBuffer whose operations run one after another. An aborted signal cancels those that have not begun. */
export class AppendBuffer {
  readonly #source: MediaSource
  readonly #buffer: SourceBuffer
  #mime: string
  /** While it is not known whether the browser drops what is appended. */
  #probe: RawFrameProbe | undefined
  #last: Promise<unknown> = Promise.resolve()

  /** @param source must be open */
  constructor(source: MediaSource, mime: string) {
    this.#source = source
    source.duration = ENDLESS_SECONDS
    this.#buffer = source.addSourceBuffer(mime)
    this.#mime = mime
  }

  /** Prepares for the fragments of a track from `fragment` on, trimmed to exactly its audio. */
  prepare(placed: PlacedTrack, fragment: number, signal: AbortSignal): Promise<void> {
    return this.#run(signal, buffer => {
      const { mime } = placed.rendition
      this.reopen()
      buffer.abort()
      if (mime !== this.#mime) buffer.changeType(mime)
      this.#mime = mime
      if (!isRawFrames(placed.rendition)) buffer.mode = 'segments'
      const { windowStart, windowEnd, offset } = appendWindow(placed)
      // The end must stay above the start at every step.
      buffer.appendWindowStart = 0
      buffer.appendWindowEnd = windowEnd
      buffer.appendWindowStart = windowStart
      buffer.timestampOffset = isRawFrames(placed.rendition) ? rawFramesStart(placed, fragment) : offset
      this.#probe = RawFrameProbe.for(placed, fragment)
    })
  }

  /** Whether bytes of this type can be appended behind what is there. WebKitGTK cannot change the type. */
  takes(mime: string): boolean {
    return mime === this.#mime || 'changeType' in this.#buffer
  }

  async append(bytes: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<void> {
    await this.#run(signal, buffer => buffer.appendBuffer(bytes))
    const probe = this.#probe
    const dropped = probe?.check(bytes, seconds => this.rangeAt(seconds) !== undefined)
    if (!probe || !dropped) return
    this.#probe = undefined
    for (const [i, each] of dropped.entries()) {
      await this.#run(signal, buffer => {
        if (i === 0) {
          buffer.abort()
          buffer.timestampOffset = probe.start
        }
        buffer.appendBuffer(each)
      })
    }
  }

  remove(from: number, to: number, signal: AbortSignal): Promise<void> {
    return this.#run(signal, buffer => {
      if (buffer.buffered.length > 0 && to > from) buffer.remove(from, to)
    })
  }

  /** Marks the end of the stream, so that the element ends. */
  end(signal: AbortSignal): Promise<void> {
    return this.#run(signal, () => {
      if (this.#source.readyState === 'open') this.#source.endOfStream()
    })
  }

  /** Reverts `end`, so that the timeline is endless again. */
  reopen(): void {
    if (this.#buffer.updating) return
    const { timestampOffset } = this.#buffer
    // Setting the offset reopens an ended source.
    if (this.#source.readyState === 'ended') this.#buffer.timestampOffset = timestampOffset
    if (this.#source.readyState === 'open' && this.#source.duration !== ENDLESS_SECONDS) {
      this.#source.duration = ENDLESS_SECONDS
    }
  }

  /** Whether the browser decides when to buffer and may evict data by itself. */
  get isManaged(): boolean {
    return 'streaming' in this.#source
  }

  get wantsMore(): boolean {
    return !this.isManaged || (this.#source as ManagedMediaSource).streaming
  }

  /** Calls back when a managed source wants more data or its buffered ranges change, until the signal aborts. */
  onManagedChange(signal: AbortSignal, callback: () => void): void {
    if (!this.isManaged) return
    this.#source.addEventListener('startstreaming', callback, { signal })
    this.#buffer.addEventListener('bufferedchange', callback, { signal })
  }

  /** The buffered range that contains a position. */
  rangeAt(seconds: number): { from: number; to: number } | undefined {
    const { buffered } = this.#buffer
    for (let i = 0; i < buffered.length; i++) {
      const from = buffered.start(i)
      const to = buffered.end(i)
      if (from <= seconds + 0.001 && seconds < to) return { from, to }
    }
    return undefined
  }

  /** Start of the first buffered range; undefined if the buffer is empty. */
  get bufferedFrom(): number | undefined {
    const { buffered } = this.#buffer
    return buffered.length > 0 ? buffered.start(0) : undefined
  }

  #run(signal: AbortSignal, operation: (buffer: SourceBuffer) => void): Promise<void> {
    const done = this.#last.then(async () => {
      signal.throwIfAborted()
      operation(this.#buffer)
      if (this.#buffer.updating) await updateEnd(this.#buffer)
    })
    this.#last = done.catch(() => {})
    return done
  }
}

function updateEnd(buffer: SourceBuffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = new AbortController()
    const on = (type: string, settle: () => void) =>
      buffer.addEventListener(
        type,
        () => {
          done.abort()
          settle()
        },
        { signal: done.signal },
      )
    on('error', () => reject(new Error('Cannot decode the appended bytes.')))
    on('abort', () => reject(new Error('The append was aborted.')))
    on('updateend', resolve)
  })
}
