const MOST = 100

/** Tracks whose analysis was requested, which are analysed before the others. */
export class PriorityTracks {
  readonly #ids: string[] = []

  /** Adds a track. Drops the oldest request if there are too many. */
  add(trackId: string): void {
    if (this.#ids.includes(trackId)) return
    this.#ids.push(trackId)
    if (this.#ids.length > MOST) this.#ids.shift()
  }

  get isWaiting(): boolean {
    return this.#ids.length > 0
  }

  /** Removes and returns the latest request: this track plays now. */
  take(): string | undefined {
    return this.#ids.pop()
  }
}
