import type { Worker } from 'node:cluster'
import { isMetricsMessage, type Measurements, type MetricsMessage } from '../../metrics/worker-metrics.ts'

/** A worker that is busy for longer is left out of the answer. */
const TIMEOUT_MS = 2_000

/** Collects what the workers have measured for the one that is asked for it. */
export class MetricsRelay {
  readonly #workers = new Set<Worker>()
  /** What each worker measured last. */
  readonly #last = new Map<Worker, Measurements>()
  /** Sums of workers that have ended: counters never go back. */
  #ended: Measurements = []
  #adding = Promise.resolve()
  #asked = 0

  /** Follows a worker until it ends. */
  add(worker: Worker): void {
    this.#workers.add(worker)
    worker.on('message', (message: unknown) => {
      if (isMetricsMessage(message) && message.metrics === 'wanted') void this.#answer(worker, message.ask)
    })
    worker.once('exit', () => {
      this.#workers.delete(worker)
      const last = this.#last.get(worker)
      this.#last.delete(worker)
      // One after the other, so that no sum is lost.
      if (last) this.#adding = this.#adding.then(() => this.#addEnded(last))
    })
  }

  async #answer(asker: Worker, ask: number): Promise<void> {
    const measured = await Promise.all([...this.#workers].map(worker => this.#measure(worker)))
    const all = [this.#ended, ...measured].filter(values => values.length > 0)
    if (asker.isConnected()) asker.send({ metrics: 'collected', ask, all } satisfies MetricsMessage)
  }

  /** What a worker has measured by now; what it had last if it is busy. */
  async #measure(worker: Worker): Promise<Measurements> {
    const ask = ++this.#asked
    const { promise, resolve } = Promise.withResolvers<Measurements | undefined>()
    const receive = (message: unknown) => {
      if (isMetricsMessage(message) && message.metrics === 'measured' && message.ask === ask)
        resolve(message.values)
    }
    const giveUp = () => resolve(undefined)
    const timer = setTimeout(giveUp, TIMEOUT_MS)
    worker.on('message', receive)
    worker.once('exit', giveUp)
    if (worker.isConnected()) worker.send({ metrics: 'measure', ask } satisfies MetricsMessage)
    else giveUp()
    const values = await promise
    clearTimeout(timer)
    worker.off('message', receive)
    worker.off('exit', giveUp)
    if (values && this.#workers.has(worker)) this.#last.set(worker, values)
    return values ?? this.#last.get(worker) ?? []
  }

  async #addEnded(last: Measurements): Promise<void> {
    // Loaded only once there is something to add up.
    const { sumOfEnded } = await import('../../metrics/sum-metrics.ts')
    this.#ended = await sumOfEnded(this.#ended, last)
  }
}
