import { readLocal, writeLocal } from '../ui/browser/local-storage.ts'

/** Local storage key, there while the server may not have heard of a logout: every tab and visit knows of it. */
const LEFT = 'left'
/** Characters of a token that tell it from others and say nothing of the rest. */
const BEGINNING = 8

/** Remembers that whoever had this token has left. */
export function rememberLogout(token: string): void {
  writeLocal(LEFT, token.slice(0, BEGINNING))
}

export function isLoggedOut(token: string): boolean {
  return readLocal(LEFT) === token.slice(0, BEGINNING)
}

/** Whether the server may not have heard of a logout yet. */
export function isLogoutPending(): boolean {
  return readLocal(LEFT) !== null
}

export function forgetLogout(): void {
  writeLocal(LEFT, null)
}
