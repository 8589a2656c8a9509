import { type LoaderFunction, Navigate, Outlet, redirect } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { ownUserQuery } from './own-user.ts'
import { readToken, readUserId, useIsGuest } from './session.ts'

/** Pages for members only: redirects when the session ends. */
export function MembersOnly({ guestsGoTo }: { readonly guestsGoTo: string }) {
  return useIsGuest() ? <Navigate to={guestsGoTo} replace /> : <Outlet />
}

/**
 * The loader of such a page: redirects guests.
 * @param ownPath for pages with a user id in the address: where another listener's id is redirected to
 */
export function forMembers(guestsGoTo: string, ownPath?: (userId: string) => string): LoaderFunction {
  return async ({ params }) => {
    const token = await readToken()
    if (token === null) throw redirect(guestsGoTo)
    if (!ownPath) return null
    if (params.userId === readUserId()) return null
    const own = await findOwnId(token)
    if (own === undefined) throw redirect(guestsGoTo)
    if (params.userId !== own) throw redirect(ownPath(own))
    return null
  }
}

/** undefined if the session turns out to be over. */
async function findOwnId(token: string): Promise<string | undefined> {
  try {
    return (await queryClient.ensureQueryData(ownUserQuery(token))).id
  } catch (error) {
    if ((await readToken()) === null) return undefined
    throw error
  }
}
