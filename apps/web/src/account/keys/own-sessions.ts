import { fetchSessions, revokeOtherSessions, revokeSession } from '@refrain/contract/account/own-sessions'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { CallError } from '../../api/send.ts'
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

/** Ends another session. @throws the error of the call; the session then stays in the list */
export const endOne = (id: string) => refetchAfter(call(revokeSession, { id }).catch(acceptEnded))

/** Ends all sessions but this one. @throws the error of the call */
export const endOthers = () => refetchAfter(call(revokeOtherSessions, {}))

/** The session may have ended by itself. */
function acceptEnded(error: unknown): void {
  if (!(error instanceof CallError && error.status === 404)) throw error
}

/** Waits for the new list, or after an error only for the error. */
async function refetchAfter(change: Promise<unknown>): Promise<void> {
  const queryKey = sessionsKey(await readToken())
  try {
    await change
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey })
    throw error
  }
  await queryClient.invalidateQueries({ queryKey })
}
