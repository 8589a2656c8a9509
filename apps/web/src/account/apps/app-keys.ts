import {
  createAppKey,
  fetchAppKeys,
  revokeAllAppKeys,
  revokeAppKey,
} from '@refrain/contract/account/app-keys'
import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { ownKey, readToken } from '../session.ts'

export const appKeysQuery = (token: string | null) =>
  queryOptions({
    queryKey: ownKey(token, 'appKeys'),
    queryFn: ({ signal }) => call(fetchAppKeys, {}, signal),
  })

/** Calls an operation that changes the keys, and reads them again. */
async function change<Op extends Operation>(operation: Op, input: InputOf<Op>): Promise<OutputOf<Op>> {
  const token = await readToken()
  try {
    return await call(operation, input)
  } finally {
    void queryClient.invalidateQueries({ queryKey: appKeysQuery(token).queryKey })
  }
}

/** @returns the key with its secret, which is never sent again */
export const connectApp = (input: InputOf<typeof createAppKey>) => change(createAppKey, input)
export const disconnectApp = (id: string) => change(revokeAppKey, { id })
export const disconnectAllApps = () => change(revokeAllAppKeys, {})
