import { RequestError } from '../../http/errors/request-errors.ts'

/** Encodings of this process at the same time: a worker of the pool stays for tracks that are streamed as they are. */
const ENCODERS = 2
const MAX_WAITING = 16
/** Of both, for one caller: nobody takes the places of everybody. */
const MAX_OF_CALLER = 6
const RETRY_SECONDS = 2
/** An encoding that nobody has asked for in this time is stopped. Players fetch a range every few seconds. */
const LEASE_MS = 30_000

interface Encoding {
  /** Who has asked first. */
  readonly caller: string
  readonly stop: AbortController
  readonly lease: NodeJS.Timeout
  readonly start: () => void
  isRunning: boolean
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
   * Encodes when its turn comes. Who skips from track to track waits for the latest one; the earliest of too many that wait
   * for the same caller gives way.
   * @param caller identifies who asks
   * @param encode stops when the signal aborts
   * @throws RequestError 503 if too many wait, or if it is stopped because nobody has asked for it any more
   */
  async run(key: string, caller: string, encode: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#makeRoom(caller)
    if (this.#waiting.length >= MAX_WAITING) throw tooMany()
    const stop = new AbortController()
    const turn = Promise.withResolvers<void>()
    const lease = setTimeout(() => void this.#expire(key), this.#leaseMs).unref()
    stop.signal.addEventListener('abort', () => turn.resolve())
    const encoding = { caller, stop, lease, start: turn.resolve, isRunning: false }
    this.#all.set(key, encoding)
    this.#waiting.push(key)
    this.#startNext()
    await turn.promise
    this.#waiting = this.#waiting.filter(name => name !== key)
    try {
      if (stop.signal.aborted) throw tooMany()
      await encode(stop.signal)
    } catch (error) {
      throw stop.signal.aborted ? tooMany() : error
    } finally {
      clearTimeout(lease)
      this.#all.delete(key)
      if (encoding.isRunning) this.#running--
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

  /** Stops the earliest that waits for a caller who has all of their places. */
  #makeRoom(caller: string): void {
    const own = [...this.#all].filter(([, encoding]) => encoding.caller === caller)
    if (own.length < MAX_OF_CALLER) return
    const earliest = this.#waiting.find(key => this.#all.get(key)?.caller === caller)
    if (earliest === undefined) return
    this.#waiting = this.#waiting.filter(key => key !== earliest)
    this.#all.get(earliest)?.stop.abort()
  }

  #startNext(): void {
    while (this.#running < ENCODERS) {
      const latest = this.#waiting.pop()
      if (latest === undefined) return
      const encoding = this.#all.get(latest)
      if (!encoding) continue
      this.#running++
      encoding.isRunning = true
      encoding.start()
    }
  }
}

const tooMany = () =>
  new RequestError(503, 'Too many tracks are being prepared: try again in a moment.', RETRY_SECONDS)
