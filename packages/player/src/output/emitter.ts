/** A typed stream of events. */
export class Emitter<Event> {
  readonly #listeners = new Set<(event: Event) => void>()

  /** Calls `listener` with each event until the signal aborts. */
  subscribe(listener: (event: Event) => void, signal: AbortSignal): void {
    if (signal.aborted) return
    this.#listeners.add(listener)
    signal.addEventListener('abort', () => this.#listeners.delete(listener), { once: true })
  }

  emit(event: Event): void {
    for (const listener of [...this.#listeners]) listener(event)
  }
}
