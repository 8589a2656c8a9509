import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { ownKey, storeUserId, useToken } from './session.ts'

export const ownUserQuery = (token: string | null) =>
  queryOptions({
    queryKey: ownKey(token, 'user'),
    enabled: token !== null,
    queryFn: async ({ signal }) => {
      const user = await call(fetchOwnUser, {}, signal)
      void storeUserId(user.id)
      return user
    },
    // Pages work without it.
    throwOnError: false,
  })

/** The signed-in listener; undefined for a guest and until loaded. */
export function useOwnUser() {
  return useQuery(ownUserQuery(useToken())).data
}
