import { PRODUCT_NAME } from '@refrain/contract/product'
import { Secret, TOTP } from 'otpauth'

/** In bytes: as RFC 4226 recommends for SHA-1, which every app supports. */
const SECRET_SIZE = 20
/** Steps that the clock of a device may differ. */
const WINDOW = 1

/** Creates a secret in base32. */
export function createTotpSecret(): string {
  return new Secret({ size: SECRET_SIZE }).base32
}

/** What apps read from a QR code. */
export function totpAddress(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/** The time step (RFC 6238) whose code it is, of the present one and its neighbours; undefined if it is none of theirs. */
export function findTotpStep(secret: string, code: string, now: number): number | undefined {
  const totp = totpOf(secret)
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp: now, window: WINDOW }) : null
  return delta === null ? undefined : totp.counter({ timestamp: now }) + delta
}

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: PRODUCT_NAME, label, secret, algorithm: 'SHA1', digits: 6, period: 30 })
