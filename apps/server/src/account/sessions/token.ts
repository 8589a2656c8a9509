import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** Creates a random token of 256 bits, in the format of the contract's `isToken`. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** The SHA-256 that is stored in place of a random token. Not for passwords. */
export function hashToken(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
