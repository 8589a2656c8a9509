import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { MAIL_SETTINGS_PATH } from '@refrain/contract/service-paths'
import type { Database } from '../../database/tables.ts'
import { readOrCreateSecret } from '../secrets/secret-store.ts'
import { canonicalMailbox } from './canonical-mailbox.ts'

const KEY_BYTES = 32

/**
 * Signs the links in emails that change email settings without logging in. Links do not expire, since emails are read
 * late and each link controls a single switch. The key is created on first use.
 */
export class SignedLinks {
  readonly #db: Database
  #secret: Promise<string> | undefined

  constructor(db: Database) {
    this.#db = db
  }

  /** A member's email settings: opened in a browser, posted to by mail programs (RFC 8058). */
  async emailSettingsUrl(userId: string, origin: string): Promise<string> {
    const key = await this.#sign(`mail settings of ${userId}`)
    return `${origin}${MAIL_SETTINGS_PATH}?${new URLSearchParams({ user: userId, key })}`
  }

  async isValidSettingsKey(userId: string, key: string): Promise<boolean> {
    return isEqual(key, await this.#sign(`mail settings of ${userId}`))
  }

  /** Keyed hash that identifies a mailbox without revealing its address. */
  hashMailbox(email: string): Promise<string> {
    return this.#sign(`mailbox ${canonicalMailbox(email)}`)
  }

  /** Lets the owner of a mailbox stop all emails to it, whoever signed up with the address. */
  async stopUrl(mailbox: string, origin: string): Promise<string> {
    const key = await this.#sign(`stop mail to ${mailbox}`)
    return `${origin}${MAIL_SETTINGS_PATH}?${new URLSearchParams({ mailbox, key })}`
  }

  async isValidStopKey(mailbox: string, key: string): Promise<boolean> {
    return isEqual(key, await this.#sign(`stop mail to ${mailbox}`))
  }

  async #sign(text: string): Promise<string> {
    return createHmac('sha256', await this.#readSecret())
      .update(text)
      .digest('base64url')
  }

  #readSecret(): Promise<string> {
    const make = () => randomBytes(KEY_BYTES).toString('base64url')
    this.#secret ??= readOrCreateSecret(this.#db, 'mail-key', make).catch(error => {
      this.#secret = undefined
      throw error
    })
    return this.#secret
  }
}

/** Compares in constant time. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
