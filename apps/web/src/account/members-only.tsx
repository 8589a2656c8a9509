import { type LoaderFunction, Navigate, Outlet, redirect } from 'react-router'
import { queryClient } from '../api/query-client.ts'
import { paths } from '../paths.ts'
import { ownUserQuery } from './own-user.ts'
import { readToken, readUserId, useIsGuest } from './session.ts'

/** Pages for members only: redirects to the login when the session ends. */
export function MembersOnly() {
  return useIsGuest() ? <Navigate to={paths.login()} replace /> : <Outlet />
}

/**
 * The loader of such a page with a user id in its address: redirects guests to the login.
 * @param ownPath where another listener's id is redirected to
 */
export function forMembers(ownPath: (userId: string) => string): LoaderFunction {
  return async ({ params }) => {
    const token = await readToken()
    if (token === null) throw redirect(paths.login())
    if (params.userId === readUserId()) return null
    const own = await findOwnId(token)
    if (own === undefined) throw redirect(paths.login())
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
