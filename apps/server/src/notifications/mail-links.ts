import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { MAIL_SETTINGS_PATH } from '@refrain/contract/addresses'
import { readSecret } from './kept-secret.ts'

const FILE = 'mail-key'
const KEY_BYTES = 32

/**
 * Signs the addresses in mails by which their reader changes what they are sent, without logging in. The key is made
 * once it is needed. An address stays good as long as the account is: mail is read late, and it opens one switch.
 */
export class MailLinks {
  readonly #dataDir: string
  #reading: Promise<string> | undefined

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /**
   * The address of a listener's mail settings: opened in a browser, posted to by mail programs (RFC 8058).
   * @param origin where the pages are
   */
  async settingsOf(userId: string, origin: string): Promise<string> {
    const key = (await this.#sign(userId)).toString('base64url')
    return `${origin}${MAIL_SETTINGS_PATH}?${new URLSearchParams({ user: userId, key })}`
  }

  /** Whether we signed such an address. */
  async isGenuine(userId: string, key: string): Promise<boolean> {
    const given = Buffer.from(key, 'base64url')
    const wanted = await this.#sign(userId)
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  }

  async #sign(userId: string): Promise<Buffer> {
    return createHmac('sha256', await this.#secret())
      .update(`mail settings of ${userId}`)
      .digest()
  }

  #secret(): Promise<string> {
    const make = () => randomBytes(KEY_BYTES).toString('base64url')
    this.#reading ??= readSecret(join(this.#dataDir, FILE), make).catch(error => {
      this.#reading = undefined
      throw error
    })
    return this.#reading
  }
}
