import { rememberLogout } from './pending-logout.ts'
import { clearSession, readToken } from './session.ts'
import { clearCookies } from './session-cookie.ts'

/**
 * Clears the cookies (AUTH-16) and all local storage (AUTH-17). Nobody is signed in afterwards, even where
 * clearing the cookies fails (AUTH-18): then what remains is the memory of the token that was left.
 */
export async function logout(): Promise<void> {
  const token = await readToken()
  // Before the server answers: the tab may be closed while it is asked.
  if (token !== null) rememberLogout(token)
  const cleared = await clearCookies()
  clearSession()
  if (!cleared && token !== null) rememberLogout(token)
}
