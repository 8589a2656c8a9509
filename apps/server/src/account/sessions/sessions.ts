import { setTimeout as wait } from 'node:timers/promises'
import type { OwnSession } from '@refrain/contract/account/own-sessions'
import { isToken, SESSION_USE_MS } from '@refrain/contract/account/session'
import { dayLimits } from '@refrain/contract/limits'
import type { Selectable } from 'kysely'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import type { SignedInUser } from '../../http/requests/actor.ts'
import { log } from '../../log/log.ts'
import { TrustedClock } from '../../trusted-clock.ts'
import type { AccountEmails } from '../account-emails.ts'
import { deleteExpiredEmailLinks } from '../email/email-link-store.ts'
import { deleteExpiredChallenges } from '../passkeys/challenge-store.ts'
import { deleteSignInAddressesBefore } from '../sign-in/sign-in-address-store.ts'
import { deleteExpiredInvitations } from '../sign-up/invitation-store.ts'
import type { SessionRow } from '../tables.ts'
import { endWaysIn } from '../ways-in/end-ways-in.ts'
import { networkOf } from './network-of.ts'
import {
  deleteSession,
  deleteSessionsBefore,
  readSession,
  readSessions,
  touchSession,
} from './session-store.ts'
import { hashToken } from './token.ts'

export const DAY_MS = 86_400_000
/** Minimum interval between writes of the last use of a session that is used from another network than before. */
const MOVE_INTERVAL_MS = 60_000
/** How long a logout waits for the database. */
const LOGOUT_TIMEOUT_MS = 3_000
const MAX_PENDING = 10_000
/** Interval of attempts to delete ended sessions: other processes accept them until then. */
const RETRY_MS = 1_000

/** Looks up and ends sessions. */
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

  /**
   * The user of a token; undefined if it is malformed, unknown or expired.
   * @param address from which it is used
   */
  async find(token: string, address?: string): Promise<SignedInUser | undefined> {
    if (!isToken(token)) return undefined
    const hash = hashToken(token)
    if (this.#pendingDeletion.has(hash)) return undefined
    const session = await readSession(this.#db, hash)
    if (!session || this.#hasExpired(session)) return undefined
    // After a suspend, `earliest` lags behind, and the next process would treat the session as idle.
    const usedAt = this.#clock.latest()
    const network = address === undefined ? session.network : networkOf(address)
    const interval = network === session.network ? SESSION_USE_MS : MOVE_INTERVAL_MS
    if (usedAt - session.last_used_at >= interval) this.#touch(hash, { at: usedAt, network })
    const signedInAt = Math.max(session.created_at, session.confirmed_at ?? 0)
    return { userId: session.user_id, session: hash, signedInAt }
  }

  /** A listener's sessions, last used first. @param current the one that asks */
  async list(userId: string, current: string): Promise<OwnSession[]> {
    const rows = await readSessions(this.#db, userId)
    const valid = rows.filter(row => !this.#hasExpired(row) && !this.#pendingDeletion.has(row.token_hash))
    return valid.map(row => toOwnSession(row, current))
  }

  /** Ends a listener's session, and what it may have asked for. @returns false if they have no such session */
  async revoke(userId: string, id: string, mails: AccountEmails): Promise<boolean> {
    const isRevoked = await write(this.#db, async tx => {
      const row = (await readSessions(tx, userId)).find(each => publicId(each.token_hash) === id)
      if (row === undefined || (await deleteSession(tx, row.token_hash)) === undefined) return false
      await endWaysIn(tx, userId, { name: 'sessionEnded' }, mails)
      return true
    })
    if (isRevoked) this.#onEnd(userId)
    return isRevoked
  }

  /** Ends a listener's sessions but one, and what they may have asked for. */
  async revokeOthers(userId: string, kept: string, mails: AccountEmails): Promise<void> {
    const event = { name: 'otherSessionsEnded', session: kept } as const
    await write(this.#db, tx => endWaysIn(tx, userId, event, mails))
    this.#onEnd(userId)
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

  /** Deletes sessions that have expired by a time, and what else expires of accounts. */
  async sweep(now = this.#clock.earliest()): Promise<void> {
    await write(this.#db, async tx => {
      await deleteSessionsBefore(tx, { createdBefore: minCreatedAt(now), usedBefore: minLastUsedAt(now) })
      await deleteSignInAddressesBefore(tx, now - dayLimits.knownNetwork * DAY_MS)
      await deleteExpiredInvitations(tx, now)
      await deleteExpiredEmailLinks(tx, now)
      await deleteExpiredChallenges(tx, now)
    })
  }

  #hasExpired({ created_at, last_used_at }: Pick<SessionRow, 'created_at' | 'last_used_at'>): boolean {
    const now = this.#clock.earliest()
    return created_at <= minCreatedAt(now) || last_used_at <= minLastUsedAt(now)
  }

  /** Not awaited: if it fails, the next use writes it. */
  #touch(hash: string, use: { at: number; network: string }): void {
    write(this.#db, tx => touchSession(tx, hash, use)).catch(() => {})
  }
}

const minCreatedAt = (now: number) => now - dayLimits.session * DAY_MS
const minLastUsedAt = (now: number) => now - dayLimits.idleSession * DAY_MS

/** What clients know a session by: neither its token nor what the database finds it by. */
const publicId = (tokenHash: string) => hashToken(`id of ${tokenHash}`)

function toOwnSession(row: Selectable<SessionRow>, current: string): OwnSession {
  const { token_hash, browser, system, network, created_at, last_used_at } = row
  return {
    id: publicId(token_hash),
    ...{ browser, system, network },
    createdAt: new Date(created_at).toISOString(),
    lastUsedAt: new Date(last_used_at).toISOString(),
    isCurrent: token_hash === current,
  }
}
