/**
 * What somebody hears: sound begins with the first audio, stops when the buffer is empty, and goes on when more comes. Times
 * are in milliseconds on any one clock, positions in seconds of the listening.
 */
export class Playback {
  /** How long the sound was interrupted, each time. */
  readonly stalls: number[] = []
  #beganAt: number | undefined
  #silentMs = 0
  #bufferedUntil = 0

  /** When the first sound was heard; undefined before. */
  get beganAt(): number | undefined {
    return this.#beganAt
  }

  position(now: number): number {
    return this.#beganAt === undefined ? 0 : Math.min(this.#bufferedUntil, this.#heard(this.#beganAt, now))
  }

  /** Audio up to a position has arrived. */
  buffer(until: number, now: number): void {
    if (until <= this.#bufferedUntil) return
    this.#addStall(now)
    this.#beganAt ??= now
    this.#bufferedUntil = until
  }

  /** Nobody listens any longer. */
  end(now: number): void {
    this.#addStall(now)
  }

  #addStall(now: number): void {
    if (this.#beganAt === undefined) return
    const missing = (this.#heard(this.#beganAt, now) - this.#bufferedUntil) * 1000
    if (missing <= 0) return
    this.stalls.push(missing)
    this.#silentMs += missing
  }

  /** Seconds that would have been heard with an endless buffer. */
  #heard(beganAt: number, now: number): number {
    return (now - beganAt - this.#silentMs) / 1000
  }
}
