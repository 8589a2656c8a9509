import pLimit from 'p-limit'
import { RequestError } from '../http/errors.ts'

const MOST_WAITING = 16
const RETRY_SECONDS = 5

/**
 * Limits the uploads that are worked on at the same time, and those that wait. A listener has one at a time, so that
 * pictures that are slow to decode never take all slots.
 */
export class UploadQueue {
  readonly #slots: number
  readonly #inTurn: ReturnType<typeof pLimit>
  readonly #lastOf = new Map<string, Promise<unknown>>()
  #count = 0

  constructor(slots: number) {
    this.#slots = slots
    this.#inTurn = pLimit(slots)
  }

  /** @throws RequestError 503 where too many wait */
  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    if (this.#count >= this.#slots + MOST_WAITING) {
      throw new RequestError(503, 'The service is busy: try again in a moment.', RETRY_SECONDS)
    }
    this.#count++
    const before = this.#lastOf.get(userId) ?? Promise.resolve()
    const own = before.catch(() => {}).then(() => this.#inTurn(work))
    this.#lastOf.set(userId, own)
    try {
      return await own
    } finally {
      this.#count--
      if (this.#lastOf.get(userId) === own) this.#lastOf.delete(userId)
    }
  }
}
