/** Highest playback rate. */
const MAX_RATE = 2
/** Seconds that a position may be ahead of the clock: both come in steps. */
const TOLERANCE_SECONDS = 1

/**
 * Adds up how many seconds of a track are heard: steps of the position that playing explains. Seeks are longer, or go back.
 */
export class HeardSeconds {
  #seconds = 0
  #last: { readonly position: number; readonly at: number; readonly isPlaying: boolean } | undefined

  /**
   * @param position in seconds
   * @param now in milliseconds
   */
  note(position: number, now: number, isPlaying: boolean): void {
    const last = this.#last
    this.#last = { position, at: now, isPlaying }
    if (!last?.isPlaying) return
    const step = position - last.position
    const most = (Math.max(0, now - last.at) / 1000) * MAX_RATE + TOLERANCE_SECONDS
    if (step > 0 && step <= most) this.#seconds += step
  }

  get total(): number {
    return this.#seconds
  }
}
