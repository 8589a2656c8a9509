import { fetchSessions, revokeOtherSessions, revokeSession } from '@refrain/contract/account/own-sessions'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { ownKey, readToken } from '../session.ts'

const sessionsKey = (token: string | null) => ownKey(token, 'user', 'sessions')

/** Where the listener is signed in. */
export const sessionsQuery = (token: string | null) =>
  queryOptions({
    queryKey: sessionsKey(token),
    enabled: token !== null,
    queryFn: async ({ signal }) => (await call(fetchSessions, {}, signal)).sessions,
    // Others begin and are used without notice.
    staleTime: 0,
    throwOnError: false,
  })

/** Ends another session; if that fails, it stays in the list. */
export const endOne = (id: string) => refetchAfter(call(revokeSession, { id }))

/** Ends all sessions but this one. */
export const endOthers = () => refetchAfter(call(revokeOtherSessions, {}))

async function refetchAfter(change: Promise<unknown>): Promise<void> {
  await change.catch(() => {})
  await queryClient.invalidateQueries({ queryKey: sessionsKey(await readToken()) })
}
