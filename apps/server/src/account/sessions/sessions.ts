import { setTimeout as wait } from 'node:timers/promises'
import { isToken } from '@refrain/contract/account/session'
import { dayLimits } from '@refrain/contract/limits'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import type { SignedInUser } from '../../http/requests/actor.ts'
import { log } from '../../log/log.ts'
import { TrustedClock } from '../../trusted-clock.ts'
import { deleteSignInAddressesBefore } from '../sign-in/sign-in-address-store.ts'
import { deleteExpiredInvitations } from '../sign-up/invitation-store.ts'
import { deleteSession, deleteSessionsBefore, readSession, touchSession } from './session-store.ts'
import { hashToken } from './token.ts'

export const DAY_MS = 86_400_000
/** Minimum interval between writes of a session's last use. */
const TOUCH_INTERVAL_MS = 3_600_000
/** How long a logout waits for the database. */
const LOGOUT_TIMEOUT_MS = 3_000
const MAX_PENDING = 10_000
/** Interval of attempts to delete ended sessions: other processes accept them until then. */
const RETRY_MS = 1_000

/** Looks up and ends sessions by their tokens. */
export class Sessions {
  readonly #db: Database
  /** Sessions to delete that could not be deleted yet. They no longer count here. */
  readonly #pendingDeletion = new Set<string>()
  #retry: NodeJS.Timeout | undefined
  #isClosed = false
  readonly #onEnd: (userId: string) => void
  readonly #clock: Pick<TrustedClock, 'earliest' | 'latest'>

  /** @param onEnd called with the user whose session has ended */
  constructor(
    db: Database,
    onEnd: (userId: string) => void = () => {},
    clock: Pick<TrustedClock, 'earliest' | 'latest'> = new TrustedClock(),
  ) {
    this.#db = db
    this.#onEnd = onEnd
    this.#clock = clock
  }

  /** The user of a token; undefined if it is malformed, unknown or expired. */
  async find(token: string): Promise<SignedInUser | undefined> {
    if (!isToken(token)) return undefined
    const hash = hashToken(token)
    if (this.#pendingDeletion.has(hash)) return undefined
    const session = await readSession(this.#db, hash)
    const now = this.#clock.earliest()
    if (!session || session.created_at <= minCreatedAt(now) || session.last_used_at <= minLastUsedAt(now))
      return undefined
    // After a suspend, `earliest` lags behind, and the next process would treat the session as idle.
    const usedAt = this.#clock.latest()
    if (usedAt - session.last_used_at >= TOUCH_INTERVAL_MS) this.#touch(hash, usedAt)
    return { userId: session.user_id, session: hash }
  }

  /** Ends a session. Never fails: if the database is unavailable, the session is deleted later. */
  async end(token: string): Promise<void> {
    if (!isToken(token)) return
    const hash = hashToken(token)
    this.#pendingDeletion.add(hash)
    if (this.#pendingDeletion.size > MAX_PENDING)
      this.#pendingDeletion.delete(this.#pendingDeletion.values().next().value as string)
    await Promise.race([this.#delete(hash), wait(LOGOUT_TIMEOUT_MS, undefined, { ref: false })])
  }

  async #delete(hash: string): Promise<void> {
    try {
      const userId = await write(this.#db, tx => deleteSession(tx, hash))
      this.#pendingDeletion.delete(hash)
      if (userId) this.#onEnd(userId)
    } catch (error) {
      log.error(`Cannot end a session in the database yet: ${(error as Error).message}`)
      this.#retryLater()
    }
  }

  #retryLater(): void {
    if (this.#isClosed) return
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined
      this.#deletePending().catch(() => this.#retryLater())
    }, RETRY_MS).unref()
  }

  async #deletePending(): Promise<void> {
    const pending = [...this.#pendingDeletion]
    const users = await write(this.#db, async tx => {
      const found: (string | undefined)[] = []
      for (const hash of pending) found.push(await deleteSession(tx, hash))
      return found
    })
    for (const hash of pending) this.#pendingDeletion.delete(hash)
    for (const userId of new Set(users)) if (userId) this.#onEnd(userId)
  }

  /** Stops retrying. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
  }

  /** Deletes expired sessions. */
  async sweep(): Promise<void> {
    const now = this.#clock.earliest()
    await write(this.#db, async tx => {
      await deleteSessionsBefore(tx, { createdBefore: minCreatedAt(now), usedBefore: minLastUsedAt(now) })
      await deleteSignInAddressesBefore(tx, minCreatedAt(now))
      await deleteExpiredInvitations(tx, now)
    })
  }

  /** Not awaited: if it fails, the next use writes it. */
  #touch(hash: string, at: number): void {
    write(this.#db, tx => touchSession(tx, hash, at)).catch(() => {})
  }
}

const minCreatedAt = (now: number) => now - dayLimits.session * DAY_MS
const minLastUsedAt = (now: number) => now - dayLimits.idleSession * DAY_MS
