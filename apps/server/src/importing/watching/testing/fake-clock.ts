import { vi } from 'vitest'
import type { WatchClock } from '../watch-clock.ts'

interface Sleep {
  readonly at: number
  readonly end: () => void
}

/** Time passes only while the one who uses the clock sleeps, and only as far as a test says. */
export class FakeClock implements WatchClock {
  #now = 0
  #sleep: Sleep | undefined
  #fellAsleep = Promise.withResolvers<void>()

  now(): number {
    return this.#now
  }

  time(): number {
    return Date.UTC(2026, 4, 4) + this.#now
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = () => {
      this.#sleep = undefined
      this.#fellAsleep = Promise.withResolvers()
      resolve()
    }
    this.#sleep = { at: this.#now + ms, end }
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
    this.#fellAsleep.resolve()
    return promise
  }

  async untilAsleep(): Promise<void> {
    while (!this.#sleep) await this.#fellAsleep.promise
  }

  /** Waits until something has ended the sleep, and the next one has begun. */
  async wakeBy(work: () => void): Promise<void> {
    const before = this.#sleep
    work()
    await vi.waitFor(() => {
      if (this.#sleep === before) throw new Error('still asleep')
    })
    await this.untilAsleep()
  }

  async advance(ms: number): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      await this.untilAsleep()
      const { at, end } = this.#sleep!
      if (at > until) break
      this.#now = at
      end()
    }
    this.#now = until
  }
}
