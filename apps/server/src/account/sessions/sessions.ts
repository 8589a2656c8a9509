import { setTimeout as wait } from 'node:timers/promises'
import { isToken } from '@refrain/contract/account/session'
import { dayLimits } from '@refrain/contract/limits'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import type { SignedInUser } from '../../http/requests/actor.ts'
import { TrustedClock } from '../../trusted-clock.ts'
import { deleteSignInAddressesBefore } from '../sign-in/sign-in-address-store.ts'
import { deleteSession, deleteSessionsBefore, readSession, touchSession } from './session-store.ts'
import { hashToken } from './token.ts'

export const DAY_MS = 86_400_000
/** The instant of last use is written at most so often: a use then costs a read only. */
const TOUCH_MS = 3_600_000
/** So long somebody who leaves waits for a database that does not answer. */
const PATIENCE_MS = 3_000
const MOST_ENDING = 10_000

/** Who is signed in, by their tokens. */
export class Sessions {
  readonly #db: Database
  /** Ended while the database could not be written: refused here until the sweep has ended them there. */
  readonly #ending = new Set<string>()
  readonly #onEnd: (userId: string) => void

  readonly #clock: Pick<TrustedClock, 'earliest' | 'latest'>

  /** @param onEnd called with whose session has ended */
  constructor(
    db: Database,
    onEnd: (userId: string) => void = () => {},
    clock: Pick<TrustedClock, 'earliest' | 'latest'> = new TrustedClock(),
  ) {
    this.#db = db
    this.#onEnd = onEnd
    this.#clock = clock
  }

  /** Whose token it is; undefined where it is malformed, unknown, expired or ended. */
  async find(token: string): Promise<SignedInUser | undefined> {
    if (!isToken(token)) return undefined
    const hash = hashToken(token)
    if (this.#ending.has(hash)) return undefined
    const session = await readSession(this.#db, hash)
    const now = this.#clock.earliest()
    if (!session || session.created_at <= oldest(now) || session.last_used_at <= idlest(now)) return undefined
    // After a suspend, `earliest` lags behind; the next process would take the session for idle.
    const used = this.#clock.latest()
    if (used - session.last_used_at >= TOUCH_MS) this.#touch(hash, used)
    return { userId: session.user_id, session: hash }
  }

  /** Ends a session for good, and never fails: nobody who leaves is kept. */
  async end(token: string): Promise<void> {
    if (!isToken(token)) return
    const hash = hashToken(token)
    this.#ending.add(hash)
    if (this.#ending.size > MOST_ENDING) this.#ending.delete(this.#ending.values().next().value as string)
    await Promise.race([this.#endNow(hash), wait(PATIENCE_MS, undefined, { ref: false })])
  }

  async #endNow(hash: string): Promise<void> {
    try {
      const userId = await write(this.#db, tx => deleteSession(tx, hash))
      this.#ending.delete(hash)
      if (userId) this.#onEnd(userId)
    } catch (error) {
      console.error(`A session will be ended once the database can be written: ${(error as Error).message}`)
    }
  }

  /** Removes what has expired, and what was ended while that could not be written. */
  async sweep(): Promise<void> {
    const now = this.#clock.earliest()
    const ending = [...this.#ending]
    await write(this.#db, async tx => {
      for (const hash of ending) await deleteSession(tx, hash)
      await deleteSessionsBefore(tx, { createdBefore: oldest(now), usedBefore: idlest(now) })
      await deleteSignInAddressesBefore(tx, oldest(now))
    })
    for (const hash of ending) this.#ending.delete(hash)
  }

  /** Nobody waits for it; where it fails, the next use writes it. */
  #touch(hash: string, at: number): void {
    write(this.#db, tx => touchSession(tx, hash, at)).catch(() => {})
  }
}

const oldest = (now: number) => now - dayLimits.session * DAY_MS
const idlest = (now: number) => now - dayLimits.idleSession * DAY_MS
