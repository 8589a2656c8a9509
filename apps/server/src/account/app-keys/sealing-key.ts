import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'

export const SEALING_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'

/**
 * Encrypts app passwords. Apps send a hash of the password and a salt, so the service must know the password itself. The key
 * is not in the database: a copy of the database reveals no password.
 */
export class SealingKey {
  readonly #key: Uint8Array
  /** Tells keys apart without revealing them. */
  readonly fingerprint: string

  /** @param key 32 bytes */
  constructor(key: Uint8Array) {
    this.#key = key
    this.fingerprint = createHash('sha256').update('app passwords').update(key).digest('hex').slice(0, 16)
  }

  /** @param context what the text belongs to: it can only be opened with the same */
  seal(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(context))
    const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]
    return Buffer.concat(sealed).toString('base64url')
  }

  /** A key of its own for another purpose, from which this one cannot be told. */
  derive(purpose: string): Uint8Array {
    return createHmac('sha256', this.#key).update(purpose).digest()
  }

  /** @returns undefined if it was sealed with another key or for another context */
  open(sealed: string, context: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
    const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(context))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      return undefined
    }
  }
}
