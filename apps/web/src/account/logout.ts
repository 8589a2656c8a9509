import { rememberLogout } from './pending-logout.ts'
import { clearSession, readToken } from './session.ts'
import { clearSessionCookies } from './session-cookie.ts'

/**
 * Clears the cookies and local storage. Nobody is signed in afterwards, even if the server cannot be reached: then the
 * logout is repeated later.
 */
export async function logout(): Promise<void> {
  const token = await readToken()
  // First, because the tab may be closed before the server answers.
  if (token !== null) rememberLogout(token)
  const cleared = await clearSessionCookies()
  clearSession()
  if (!cleared && token !== null) rememberLogout(token)
}
