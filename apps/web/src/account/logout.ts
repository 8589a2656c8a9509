import { COOKIE_NAMES, deleteCookie, isCookieName } from '@refrain/contract/cookies'
import { queryClient } from '../api/query-client.ts'
import { send } from '../api/send.ts'
import { MEMBERS_OWN } from './own-user.ts'
import { leaveSession } from './session.ts'

/** Milliseconds after which clearing counts as failed. */
const PATIENCE = 5_000

/**
 * Clears the cookies, those of each shuffled album included (AUTH-16, PROP-49), and all local storage
 * (AUTH-17). Nobody is signed in afterwards, even where clearing fails (AUTH-18).
 */
export async function logout(): Promise<void> {
  // The shuffled orders have the same names here as there (STO-33).
  const names = [...new Set([...COOKIE_NAMES, ...Object.keys(localStorage).filter(isCookieName)])]
  const signal = AbortSignal.timeout(PATIENCE)
  const cleared = await Promise.allSettled(names.map(name => send(deleteCookie, { name }, { signal })))
  localStorage.clear()
  leaveSession(cleared[names.indexOf('token')]?.status === 'fulfilled')
  queryClient.removeQueries({ queryKey: [MEMBERS_OWN] })
}
