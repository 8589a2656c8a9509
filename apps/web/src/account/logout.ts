import { COOKIE_NAMES, deleteCookie } from '@refrain/contract/cookies'
import { queryClient } from '../api/query-client.ts'
import { send } from '../api/send.ts'
import { MEMBERS_OWN } from './own-user.ts'
import { leaveSession } from './session.ts'

/** Start of the keys under which the shuffled order of each album is kept, locally and as a cookie (STO-33). */
const SHUFFLED = 'shuffledTracks_'
/** Milliseconds after which clearing counts as failed. */
const PATIENCE = 5_000

/**
 * Clears the cookies, those of each shuffled album included (AUTH-16, PROP-49), and all local storage
 * (AUTH-17). Nobody is signed in afterwards, even where clearing fails (AUTH-18).
 */
export async function logout(): Promise<void> {
  const names = [...COOKIE_NAMES, ...Object.keys(localStorage).filter(key => key.startsWith(SHUFFLED))]
  const signal = AbortSignal.timeout(PATIENCE)
  const cleared = await Promise.allSettled(names.map(name => send(deleteCookie, { name }, { signal })))
  localStorage.clear()
  leaveSession(cleared[names.indexOf('token')]?.status === 'fulfilled')
  queryClient.removeQueries({ queryKey: [MEMBERS_OWN] })
}
