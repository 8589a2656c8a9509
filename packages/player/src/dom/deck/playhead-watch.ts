/** Interval between two looks at the playhead, in milliseconds. Counted, because timers stand still in frozen pages. */
const LOOK_MS = 500
/** Looks without movement after which something is done. Firefox may take 1.7 s to open the sound card. */
const NUDGE_AFTER = 5
const RELOAD_AFTER = 8
const GIVE_UP_AFTER = 14
/** Looks with movement after which it moves again: nudging and loading move it, too. */
const MOVES_AFTER = 3
/** Seconds: enough to make the decoder start again. */
const NUDGE_SECONDS = 0.05

export interface PlayheadWatchParts {
  readonly element: HTMLAudioElement
  /** Whether something other than the track holds it up. */
  isHeldUp(): boolean
  /** The playhead should move and does not; told once. */
  onStuck(): void
  /** It moves again. */
  onMoving(): void
  /** Moves the playhead a little. */
  nudge(seconds: number): void
  /** Loads everything again. */
  reload(): void
  giveUp(): void
}

/** Notices a playhead that does not move although the media element says that it plays, and tries to help. */
export class PlayheadWatch {
  readonly #parts: PlayheadWatchParts
  #timer: ReturnType<typeof setInterval> | undefined
  /** Looks since it stands still. */
  #looks = 0
  /** Looks since it moves. */
  #moves = 0
  #last = Number.NaN
  #isStuck = false

  /** @param signal ends the watch */
  constructor(parts: PlayheadWatchParts, signal: AbortSignal) {
    this.#parts = parts
    parts.element.addEventListener('play', () => this.#start(), { signal })
    signal.addEventListener('abort', () => this.#stop())
  }

  get isStuck(): boolean {
    return this.#isStuck
  }

  /** Another track is loaded, or none. */
  reset(): void {
    this.#stop()
    this.#looks = 0
    this.#moves = 0
    this.#isStuck = false
    this.#last = this.#parts.element.currentTime
    if (!this.#parts.element.paused) this.#start()
  }

  #start(): void {
    if (this.#timer !== undefined) return
    // A device that was away may need its time again.
    this.#looks = 0
    this.#timer = setInterval(() => this.#look(), LOOK_MS)
  }

  #stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #look(): void {
    const { element } = this.#parts
    if (element.paused) {
      this.#stop()
      return
    }
    if (element.currentTime !== this.#last) {
      this.#last = element.currentTime
      this.#onMove()
      return
    }
    this.#moves = 0
    // Without data it waits, which the source knows.
    if (element.seeking || element.readyState < element.HAVE_FUTURE_DATA) return
    // Loading again would not help, and another track would not play either.
    if (this.#isStuck && this.#parts.isHeldUp()) return
    this.#looks++
    this.#help()
    this.#last = element.currentTime
  }

  #onMove(): void {
    if (this.#isStuck && ++this.#moves < MOVES_AFTER) return
    this.#looks = 0
    if (!this.#isStuck) return
    this.#isStuck = false
    this.#parts.onMoving()
  }

  #help(): void {
    const { onStuck, nudge, reload, giveUp } = this.#parts
    switch (this.#looks) {
      case NUDGE_AFTER:
        this.#isStuck = true
        onStuck()
        nudge(NUDGE_SECONDS)
        break
      case RELOAD_AFTER:
        reload()
        break
      case GIVE_UP_AFTER:
        giveUp()
        break
    }
  }
}
