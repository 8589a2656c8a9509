import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { MAIL_SETTINGS_PATH } from '@refrain/contract/service-paths'
import { foldEmail } from '../../account/sign-up/fold-email.ts'
import type { Database } from '../../database/tables.ts'
import { linkKeyName, readOrCreateSecret, readSecret, type SecretName } from '../secrets/secret-store.ts'

const GOOGLE_DOMAINS = new Set(['gmail.com', 'googlemail.com'])

const KEY_BYTES = 32

/** Links are signed with a key of the month (of 30 days) in which they were sent. */
const MONTH_MS = 30 * 86_400_000
/**
 * Months for which a key counts after its own: links work for 180 to 210 days. Emails are read late, and laws about unsolicited
 * email ask for 30 to 60 days.
 */
const LIFETIME_MONTHS = 6

/** The oldest month whose links still work. */
export const oldestLinkMonth = (now: number) => monthOf(now) - LIFETIME_MONTHS

const monthOf = (now: number) => Math.floor(now / MONTH_MS)

/**
 * Signs the links in emails that change email settings without logging in. The keys are in the database: whoever has a copy of it
 * can forge links until its last key ends, and none after that.
 */
export class SignedLinks {
  readonly #db: Database
  readonly #now: () => number
  readonly #keys = new Map<SecretName, Promise<string>>()

  constructor(db: Database, now: () => number = Date.now) {
    this.#db = db
    this.#now = now
  }

  /** A member's email settings: opened in a browser, posted to by mail programs (RFC 8058). */
  async emailSettingsUrl(userId: string, origin: string): Promise<string> {
    return this.#signedUrl(origin, { user: userId }, settingsOf(userId))
  }

  /** @param month as it stands in the link */
  async isValidSettingsKey(userId: string, month: string, key: string): Promise<boolean> {
    return this.#isValid(settingsOf(userId), month, key)
  }

  /** Keyed hash that identifies a mailbox without revealing its address. */
  async hashMailbox(email: string): Promise<string> {
    return sign(await this.#readKey('mail-key'), `mailbox ${canonicalMailbox(email)}`)
  }

  /** Lets the owner of a mailbox stop all emails to it, whoever signed up with the address. */
  async stopUrl(mailbox: string, origin: string): Promise<string> {
    return this.#signedUrl(origin, { mailbox }, stopOf(mailbox))
  }

  /** @param month as it stands in the link */
  async isValidStopKey(mailbox: string, month: string, key: string): Promise<boolean> {
    return this.#isValid(stopOf(mailbox), month, key)
  }

  async #signedUrl(origin: string, named: Record<string, string>, text: string): Promise<string> {
    const month = monthOf(this.#now())
    const key = sign(await this.#readKey(linkKeyName(month)), text)
    return `${origin}${MAIL_SETTINGS_PATH}?${new URLSearchParams({ ...named, month: String(month), key })}`
  }

  async #isValid(text: string, month: string, key: string): Promise<boolean> {
    const number = /^\d{1,6}$/.test(month) ? Number(month) : Number.NaN
    const now = this.#now()
    if (!(number >= oldestLinkMonth(now) && number <= monthOf(now))) return false
    // Only links that were sent have a key: none is created here.
    const secret = await readSecret(this.#db, linkKeyName(number))
    return secret !== undefined && isEqual(key, sign(secret, text))
  }

  #readKey(name: SecretName): Promise<string> {
    const known = this.#keys.get(name)
    if (known) return known
    const make = () => randomBytes(KEY_BYTES).toString('base64url')
    const read = readOrCreateSecret(this.#db, name, make).catch(error => {
      this.#keys.delete(name)
      throw error
    })
    this.#keys.set(name, read)
    return read
  }
}

const settingsOf = (userId: string) => `mail settings of ${userId}`
const stopOf = (mailbox: string) => `stop mail to ${mailbox}`

const sign = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64url')

/** Compares in constant time. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Equal for addresses that reach the same mailbox: drops tags (`ada+list@…`), and dots at Google. */
export function canonicalMailbox(email: string): string {
  const folded = foldEmail(email)
  const at = folded.lastIndexOf('@')
  const domain = folded.slice(at + 1)
  const name = folded.slice(0, at).replace(/(?<=.)\+.*$/, '')
  return GOOGLE_DOMAINS.has(domain) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`
}
