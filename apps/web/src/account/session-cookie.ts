import { deleteCookie, getCookie, setCookie } from '@refrain/contract/account/cookies'
import { isToken } from '@refrain/contract/account/session'
import { send } from '../api/send.ts'
import { forgetLogout, isLoggedOut, isLogoutPending } from './pending-logout.ts'

/** Milliseconds after which a call counts as failed, as where a network swallows what is sent. */
export const TIMEOUT_MS = 5_000

/**
 * The token in the server's cookie, null where it holds none, or one that was left: then the server is told
 * of the logout again.
 * @param patience milliseconds until the server counts as unreachable
 * @throws when the server cannot be asked
 */
export async function readTokenCookie(patience: number): Promise<string | null> {
  const signal = AbortSignal.timeout(patience)
  const { value } = await send(getCookie, { name: 'token' }, { signal })
  const token = value !== null && isToken(value) ? value : null
  if (!isLogoutPending()) return token
  if (token === null || isLoggedOut(token)) {
    await clearCookies()
    return null
  }
  forgetLogout()
  return token
}

/** Ends once nothing is being mirrored; after `PATIENCE` at the latest. */
let mirrored: Promise<unknown> = Promise.resolve()

/** Shows a value in a cookie as well; where that fails, the local copy is all there is. */
export async function storeInCookie(name: 'token' | 'userId', value: string): Promise<void> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const sent = send(setCookie, { param_name: name, param_value: value }, { signal }).catch(() => {})
  mirrored = Promise.all([mirrored, sent])
  await sent
}

/**
 * Ends the session on the server, which clears all cookies with that of the token, those of each shuffled
 * album included (AUTH-16, PROP-49). Answers whether it did.
 */
export async function clearCookies(): Promise<boolean> {
  // What is still on its way would outlive them.
  await mirrored
  try {
    await send(deleteCookie, { name: 'token' }, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  } catch {
    return false
  }
  forgetLogout()
  return true
}
