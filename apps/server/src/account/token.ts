import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** A token nobody can guess: 256 random bits. */
export function makeToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** True where it could be one of our tokens. */
export function isToken(text: string): boolean {
  return TOKEN.test(text)
}

/** What is kept of a secret that has more entropy than anybody can search. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
