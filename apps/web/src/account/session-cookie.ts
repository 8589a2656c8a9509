import { deleteCookie, getCookie, setCookie } from '@refrain/contract/account/cookies'
import { isToken } from '@refrain/contract/account/session'
import { send } from '../api/send.ts'
import { forgetLogout, isLoggedOut, isLogoutPending } from './pending-logout.ts'

/** A call without an answer for this long counts as failed. */
export const TIMEOUT_MS = 5_000

/**
 * Reads the token from the server's cookie; null without one, or if its logout is pending: then the logout is repeated.
 * @throws if the server does not answer within `timeout` milliseconds
 */
export async function readTokenCookie(timeout: number): Promise<string | null> {
  const signal = AbortSignal.timeout(timeout)
  const { value } = await send(getCookie, { name: 'token' }, { signal })
  const token = value !== null && isToken(value) ? value : null
  if (!isLogoutPending()) return token
  if (token === null || isLoggedOut(token)) {
    await clearSessionCookies()
    return null
  }
  forgetLogout()
  return token
}

/** Resolves once no cookie is being set; after TIMEOUT_MS at the latest. */
let stored: Promise<unknown> = Promise.resolve()

/** Stores a value in a cookie; if that fails, only the local copy remains. */
export async function storeInCookie(name: 'token' | 'userId', value: string): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const sent = send(setCookie, { name: name, value: value }, { signal }).catch(() => {})
  stored = Promise.all([stored, sent])
  await sent
}

/** Ends the session on the server, which clears all cookies. @returns whether it did */
export async function clearSessionCookies(): Promise<boolean> {
  // A cookie that is set later would remain.
  await stored
  try {
    await send(deleteCookie, { name: 'token' }, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch {
    return false
  }
  forgetLogout()
  return true
}
