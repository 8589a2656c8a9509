import { createRecoveryCodes, disableTotp, enableTotp, startTotp } from '@refrain/contract/account/totp'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { readToken } from '../session.ts'
import { keysQuery } from './email.ts'

/** Creates a secret for an authenticator app. */
export const beginTotp = () => call(startTotp, {})

/** Has logins ask for a code. @returns the recovery codes */
export const turnOnTotp = (code: string) => refetchAfter(call(enableTotp, { code }))

/** Replaces the recovery codes. */
export const renewCodes = () => refetchAfter(call(createRecoveryCodes, {}))

/** Has logins ask for no code any more. */
export const turnOffTotp = () => refetchAfter(call(disableTotp, {}))

async function refetchAfter<T>(change: Promise<T>): Promise<T> {
  const answer = await change
  await queryClient.invalidateQueries({ queryKey: keysQuery(await readToken()).queryKey })
  return answer
}
