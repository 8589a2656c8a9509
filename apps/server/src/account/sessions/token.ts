import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A token nobody can guess: 256 random bits, in the shape that `isToken` of the contract knows. */
export function createToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** What is kept of a secret that has more entropy than anybody can search. */
export function hashToken(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
