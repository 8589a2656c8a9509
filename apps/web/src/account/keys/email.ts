import {
  changeEmail,
  requestPasswordReset,
  resetPassword,
  sendVerification,
} from '@refrain/contract/account/email'
import { fetchKeys } from '@refrain/contract/account/keys'
import type { InputOf, Operation } from '@refrain/contract/operation'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { errorText } from '../../api/error-text.ts'
import { ownKey } from '../session.ts'

/** How the listener signs in. */
export const keysQuery = (token: string | null) =>
  queryOptions({
    queryKey: ownKey(token, 'user', 'keys'),
    enabled: token !== null,
    queryFn: ({ signal }) => call(fetchKeys, {}, signal),
    throwOnError: false,
  })

/** Has a link for a new password sent. @returns undefined if that worked, else the message to show */
export const askForPasswordLink = (email: string) => attempt(requestPasswordReset, { email })

/** Sets a new password with the token of a link. @returns undefined if that worked, else the message to show */
export const setPasswordByLink = (token: string, newPassword: string) =>
  attempt(resetPassword, { token, newPassword })

/** Has a link sent to the listener's address. @returns undefined if that worked, else the message to show */
export const askForVerification = () => attempt(sendVerification, {})

/** Has a link sent to a new address. @returns undefined if that worked, else the message to show */
export const askForNewAddress = (email: string) => attempt(changeEmail, { email })

async function attempt<Op extends Operation>(operation: Op, input: InputOf<Op>): Promise<string | undefined> {
  try {
    await call(operation, input)
    return undefined
  } catch (error) {
    return errorText(error)
  }
}
