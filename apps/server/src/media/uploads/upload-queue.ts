import pLimit from 'p-limit'
import { RequestError } from '../../http/errors/request-errors.ts'

const MAX_WAITING = 16
/** Per member, including the one in progress. */
const MAX_PER_LISTENER = 3
const RETRY_SECONDS = 5

/**
 * Limits concurrent and waiting uploads. Each member has one at a time, so that slow pictures never take all
 * slots.
 */
export class UploadQueue {
  readonly #slots: number
  readonly #inTurn: ReturnType<typeof pLimit>
  readonly #lastOf = new Map<string, { last: Promise<unknown>; count: number }>()
  #count = 0

  constructor(slots: number) {
    this.#slots = slots
    this.#inTurn = pLimit(slots)
  }

  /** @throws RequestError 503 if too many wait, in total or of this member */
  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const before = this.#lastOf.get(userId) ?? { last: Promise.resolve(), count: 0 }
    if (before.count >= MAX_PER_LISTENER || this.#count >= this.#slots + MAX_WAITING) {
      throw new RequestError(503, 'The service is busy: try again in a moment.', RETRY_SECONDS)
    }
    this.#count++
    const own = before.last.catch(() => {}).then(() => this.#inTurn(work))
    this.#lastOf.set(userId, { last: own, count: before.count + 1 })
    try {
      return await own
    } finally {
      this.#count--
      this.#leave(userId)
    }
  }

  #leave(userId: string): void {
    const now = this.#lastOf.get(userId)
    if (!now) return
    if (now.count === 1) this.#lastOf.delete(userId)
    else this.#lastOf.set(userId, { ...now, count: now.count - 1 })
  }
}
