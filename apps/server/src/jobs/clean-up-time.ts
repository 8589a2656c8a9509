import { readLastUse } from '../account/sessions/session-store.ts'
import type { Database } from '../database/tables.ts'
import { TrustedClock } from '../trusted-clock.ts'

const DAY_MS = 86_400_000
/** A service that nobody has used for longer was off, or its clock is wrong. */
const UNUSED_MS = 3 * DAY_MS
/** How long a clock is doubted after the start: somebody will have seen what it does. */
const DOUBT_MS = DAY_MS

/**
 * The time by which clean-ups delete. A machine that starts with its clock ahead would take everything for expired, and
 * nothing that was deleted comes back when the clock is set. So for a day after the start the time is that of the last use
 * that the database knows, unless the clock agrees with it.
 */
export class CleanUpTime {
  readonly #db: Database
  readonly #clock: Pick<TrustedClock, 'earliest'>
  readonly #uptime: () => number
  #lastUse: number | undefined

  /** @param uptime milliseconds since the start */
  constructor(
    db: Database,
    clock: Pick<TrustedClock, 'earliest'> = new TrustedClock(),
    uptime = () => performance.now(),
  ) {
    this.#db = db
    this.#clock = clock
    this.#uptime = uptime
  }

  async read(): Promise<number> {
    const [now, uptime] = [this.#clock.earliest(), this.#uptime()]
    // As it was at the start: who signs in while the clock is wrong says nothing about it.
    this.#lastUse ??= await readLastUse(this.#db)
    const isDoubtful = this.#lastUse > 0 && uptime < DOUBT_MS && now - uptime - this.#lastUse > UNUSED_MS
    return isDoubtful ? this.#lastUse + uptime : now
  }
}
