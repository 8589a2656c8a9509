const MOST = 100

/** Tracks that somebody wants to know more of than is known yet: they are listened to before the others. */
export class WantedSounds {
  readonly #ids: string[] = []

  /** Asks for a track. Of too many, those that were asked for first make room. */
  ask(trackId: string): void {
    if (this.#ids.includes(trackId)) return
    this.#ids.push(trackId)
    if (this.#ids.length > MOST) this.#ids.shift()
  }

  /** The one asked for last: it plays now. */
  take(): string | undefined {
    return this.#ids.pop()
  }
}
