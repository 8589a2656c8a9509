import { readLocal, writeLocal } from '../ui/browser/local-storage.ts'

/** Local storage key: the token of a logout that the server may not have received yet. */
const KEY = 'left'
/** Characters of a token that identify it without giving it away. */
const PREFIX_LENGTH = 8

export function rememberLogout(token: string): void {
  writeLocal(KEY, token.slice(0, PREFIX_LENGTH))
}

export function isLoggedOut(token: string): boolean {
  return readLocal(KEY) === token.slice(0, PREFIX_LENGTH)
}

export function isLogoutPending(): boolean {
  return readLocal(KEY) !== null
}

export function forgetLogout(): void {
  writeLocal(KEY, null)
}
