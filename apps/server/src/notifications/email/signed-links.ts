import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { MAIL_SETTINGS_PATH } from '@refrain/contract/service-paths'
import { readOrCreateSecret } from '../secret-file.ts'
import { canonicalMailbox } from './canonical-mailbox.ts'

const FILE = 'mail-key'
const KEY_BYTES = 32

/**
 * Signs the addresses in mails by which their reader changes what they are sent, without logging in. The key is made
 * once it is needed. An address stays good as long as the account is: mail is read late, and it opens one switch.
 */
export class SignedLinks {
  readonly #dataDir: string
  #reading: Promise<string> | undefined

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /**
   * The address of a listener's mail settings: opened in a browser, posted to by mail programs (RFC 8058).
   * @param origin where the pages are
   */
  async emailSettingsUrl(userId: string, origin: string): Promise<string> {
    const key = await this.#sign(`mail settings of ${userId}`)
    return `${origin}${MAIL_SETTINGS_PATH}?${new URLSearchParams({ user: userId, key })}`
  }

  /** Whether we signed the address of a listener's mail settings. */
  async isValidSettingsKey(userId: string, key: string): Promise<boolean> {
    return isSame(key, await this.#sign(`mail settings of ${userId}`))
  }

  /** What a mailbox is known by: a keyed hash, from which nobody can tell the address. */
  hashMailbox(email: string): Promise<string> {
    return this.#sign(`mailbox ${canonicalMailbox(email)}`)
  }

  /** The address by which the owner of a mailbox stops all mail to it, whoever signed up with their address. */
  async stopUrl(mailbox: string, origin: string): Promise<string> {
    const key = await this.#sign(`stop mail to ${mailbox}`)
    return `${origin}${MAIL_SETTINGS_PATH}?${new URLSearchParams({ mailbox, key })}`
  }

  /** Whether we signed the address that stops mail to a mailbox. */
  async isValidStopKey(mailbox: string, key: string): Promise<boolean> {
    return isSame(key, await this.#sign(`stop mail to ${mailbox}`))
  }

  async #sign(text: string): Promise<string> {
    return createHmac('sha256', await this.#secret())
      .update(text)
      .digest('base64url')
  }

  #secret(): Promise<string> {
    const make = () => randomBytes(KEY_BYTES).toString('base64url')
    this.#reading ??= readOrCreateSecret(join(this.#dataDir, FILE), make).catch(error => {
      this.#reading = undefined
      throw error
    })
    return this.#reading
  }
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
