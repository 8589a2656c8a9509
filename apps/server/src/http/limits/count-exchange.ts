import { hash } from 'node:crypto'
import { log } from '../../log/log.ts'
import { type CountStore, UnclearCountError } from '../../sharing/count-store.ts'

/** Delay between a count and its exchange: what arrives meanwhile goes in the same batch. */
const INTERVAL_MS = 250
const RETRY_MS = 1_000
const MAX_BATCH = 1_000
/** The oldest counts stay local beyond this. */
const MAX_DUE = 20_000

/** The count of one key in its current window. */
export interface Window {
  /** Requests of this process, and those of others as of the last exchange. */
  count: number
  /** Requests of this process since the last exchange; negative after refunds. */
  unsent: number
  /** End of the window, by `performance.now()`. */
  until: number
}

/**
 * Exchanges counts of rate limits with the other processes, in the background and in batches, so that no request waits.
 * While the store is away each process counts alone, which is logged once.
 */
export class CountExchange {
  readonly #store: CountStore
  readonly #due = new Map<string, Window>()
  #timer: NodeJS.Timeout | undefined
  #isAway = false
  #isClosed = false

  constructor(store: CountStore) {
    this.#store = store
  }

  /** Sends what a window has not sent yet with the next batch, and adds the counts of the other processes to it. */
  schedule(limiter: string, key: string, window: Window): void {
    // Keys are addresses and ids of listeners, which the store need not know.
    this.#due.set(`${limiter} ${hash('sha256', key, 'base64url').slice(0, 22)}`, window)
    if (this.#due.size > MAX_DUE) this.#due.delete(this.#due.keys().next().value as string)
    this.#startTimer(INTERVAL_MS)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #startTimer(delayMs: number): void {
    if (this.#isClosed) return
    this.#timer ??= setTimeout(() => {
      this.#exchange().then(
        () => this.#goOn(),
        error => this.#retry(error),
      )
    }, delayMs).unref()
  }

  #goOn(): void {
    if (this.#isAway) log.info('Rate limits are shared between processes again.')
    this.#isAway = false
    this.#timer = undefined
    if (this.#due.size > 0) this.#startTimer(INTERVAL_MS)
  }

  #retry(error: Error): void {
    if (this.#isClosed) return
    if (!this.#isAway)
      log.warn(`Each process counts rate limits alone until the others can be reached: ${error.message}`)
    this.#isAway = true
    this.#timer = undefined
    this.#startTimer(RETRY_MS)
  }

  async #exchange(): Promise<void> {
    const now = performance.now()
    const batch: [string, Window, number][] = []
    for (const [key, window] of this.#due) {
      if (window.until <= now || window.unsent === 0) this.#due.delete(key)
      else batch.push([key, window, window.unsent])
      if (batch.length === MAX_BATCH) break
    }
    if (batch.length === 0) return
    const changes = batch.map(([key, { until }, add]) => ({ key, add, msLeft: until - now }))
    const counts = await this.#store.add(changes).catch(error => {
      // They may have been added although the answer is missing: sending them again could lock somebody out.
      if (error instanceof UnclearCountError) for (const [, window, sent] of batch) window.unsent -= sent
      throw error
    })
    for (const [at, [key, window, sent]] of batch.entries()) {
      const shared = counts[at]
      if (!shared) continue
      window.unsent -= sent
      window.count = shared.count + window.unsent
      window.until = performance.now() + shared.msLeft
      // Otherwise more was counted meanwhile: it goes with the next batch.
      if (window.unsent === 0 && this.#due.get(key) === window) this.#due.delete(key)
    }
  }
}
