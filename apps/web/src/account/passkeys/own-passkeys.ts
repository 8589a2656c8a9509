import {
  addPasskey,
  confirmWithPasskey,
  fetchPasskeys,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyConfirmation,
} from '@refrain/contract/account/passkeys'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { ownKey, readToken } from '../session.ts'
import { createPasskey, unlockPasskey } from './browser-passkeys.ts'

/** The listener's passkeys, oldest first. */
export const passkeysQuery = (token: string | null) =>
  queryOptions({
    queryKey: ownKey(token, 'user', 'passkeys'),
    enabled: token !== null,
    queryFn: async ({ signal }) => (await call(fetchPasskeys, {}, signal)).passkeys,
    throwOnError: false,
  })

/** Has the listener make another passkey. @throws if they cancel, or the service refuses */
export const addOwnPasskey = () =>
  change(async () => call(addPasskey, { passkey: await createPasskey(await call(startPasskey, {})) }))

export const renameOwnPasskey = (id: string, name: string) => change(() => call(renamePasskey, { id, name }))

export const removeOwnPasskey = (id: string) => change(() => call(removePasskey, { id }))

/** Proves who the listener is. @throws if they cancel, or the service refuses */
export async function confirmByPasskey(): Promise<void> {
  const passkey = await unlockPasskey(await call(startPasskeyConfirmation, {}))
  await call(confirmWithPasskey, { passkey })
}

async function change<T>(work: () => Promise<T>): Promise<T> {
  const token = await readToken()
  const answer = await work()
  // With them, how the listener signs in.
  await queryClient.invalidateQueries({ queryKey: ownKey(token, 'user') })
  return answer
}
