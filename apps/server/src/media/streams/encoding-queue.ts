import { RequestError } from '../../http/errors/request-errors.ts'

/** Encodings of this process at the same time: a worker of the pool stays for tracks that are streamed as they are. */
const ENCODERS = 2
const MAX_WAITING = 16
const RETRY_SECONDS = 2
/** An encoding that nobody has asked for in this time is stopped. Players fetch a range every few seconds. */
const LEASE_MS = 30_000

interface Encoding {
  readonly stop: AbortController
  readonly lease: NodeJS.Timeout
  readonly start: () => void
}

/** Encodings by name: a few at a time, the latest first, each for as long as somebody needs it. */
export class EncodingQueue {
  readonly #leaseMs: number
  readonly #isNeededElsewhere: (key: string) => Promise<boolean>
  readonly #all = new Map<string, Encoding>()
  /** Names of those that wait, the latest at the end. */
  #waiting: string[] = []
  #running = 0

  /** @param isNeededElsewhere whether another process has been asked for it during the last lease */
  constructor(isNeededElsewhere: (key: string) => Promise<boolean> = async () => false, leaseMs = LEASE_MS) {
    this.#isNeededElsewhere = isNeededElsewhere
    this.#leaseMs = leaseMs
  }

  /**
   * Encodes when its turn comes. Who skips from track to track waits for the latest one.
   * @param encode stops when the signal aborts
   * @throws RequestError 503 if too many wait, or if it is stopped because nobody has asked for it any more
   */
  async run(key: string, encode: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.#waiting.length >= MAX_WAITING) throw tooMany()
    const stop = new AbortController()
    const turn = Promise.withResolvers<void>()
    const lease = setTimeout(() => void this.#expire(key), this.#leaseMs).unref()
    stop.signal.addEventListener('abort', () => turn.resolve())
    this.#all.set(key, { stop, lease, start: turn.resolve })
    this.#waiting.push(key)
    this.#startNext()
    await turn.promise
    const hasWaited = this.#waiting.includes(key)
    this.#waiting = this.#waiting.filter(name => name !== key)
    try {
      if (stop.signal.aborted) throw tooMany()
      await encode(stop.signal)
    } catch (error) {
      throw stop.signal.aborted ? tooMany() : error
    } finally {
      clearTimeout(lease)
      this.#all.delete(key)
      if (!hasWaited) this.#running--
      this.#startNext()
    }
  }

  /** Somebody needs it. */
  renew(key: string): void {
    this.#all.get(key)?.lease.refresh()
  }

  close(): void {
    for (const { stop } of this.#all.values()) stop.abort()
  }

  async #expire(key: string): Promise<void> {
    const expired = this.#all.get(key)
    const isNeeded = await this.#isNeededElsewhere(key).catch(() => false)
    if (this.#all.get(key) !== expired) return
    if (isNeeded) expired?.lease.refresh()
    else expired?.stop.abort()
  }

  #startNext(): void {
    while (this.#running < ENCODERS) {
      const latest = this.#waiting.pop()
      if (latest === undefined) return
      this.#running++
      this.#all.get(latest)?.start()
    }
  }
}

const tooMany = () =>
  new RequestError(503, 'Too many tracks are being prepared: try again in a moment.', RETRY_SECONDS)
