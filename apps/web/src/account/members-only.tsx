import { type LoaderFunction, Navigate, Outlet, redirect } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { ownUserQuery } from './own-user.ts'
import { readToken, readUserId, useIsGuest } from './session.ts'

/** Pages that only members have: whose session ends while one is shown is sent where guests are sent. */
export function MembersOnly({ guestsGoTo }: { readonly guestsGoTo: string }) {
  return useIsGuest() ? <Navigate to={guestsGoTo} replace /> : <Outlet />
}

/**
 * The loader of such a page: guests are sent elsewhere, and Back passes it by (READ-60, PROP-35). Where the page is
 * one listener's, by the id in its address, `ownPath` builds it: another's id leads to the own (PROP-35).
 */
export function forMembers(guestsGoTo: string, ownPath?: (userId: string) => string): LoaderFunction {
  return async ({ params }) => {
    const token = await readToken()
    if (token === null) throw redirect(guestsGoTo)
    if (!ownPath) return null
    const named = params.userId
    if (named === readUserId()) return null
    const own = await findOwnId(token)
    if (own === undefined) throw redirect(guestsGoTo)
    if (named !== own) throw redirect(ownPath(own))
    return null
  }
}

/** Undefined where the session turns out to be over. */
async function findOwnId(token: string): Promise<string | undefined> {
  try {
    return (await queryClient.ensureQueryData(ownUserQuery(token)))._id
  } catch (error) {
    if ((await readToken()) === null) return undefined
    throw error
  }
}
