/** Counts what runs at the same time by key, such as a caller. */
export class RunningCounts {
  readonly #running = new Map<string, number>()

  /**
   * Counts one more for a key.
   * @returns a function that ends it, once; undefined if as many as `most` run already
   */
  start(key: string, most: number): (() => void) | undefined {
    const count = this.#running.get(key) ?? 0
    if (count >= most) return undefined
    this.#running.set(key, count + 1)
    let isRunning = true
    return () => {
      if (!isRunning) return
      isRunning = false
      const left = (this.#running.get(key) ?? 1) - 1
      if (left > 0) this.#running.set(key, left)
      else this.#running.delete(key)
    }
  }
}
