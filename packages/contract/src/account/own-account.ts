import * as z from 'zod/mini'
import { textLimits, userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { record, strictRecord, wire } from '../record.ts'
import { noInput, success } from '../values.ts'
import { user, userBounds } from './user.ts'

export const fetchOwnUser = operation({
  name: 'fetchOwnUser',
  summary: 'The signed-in listener.',
  method: 'POST',
  path: '/api/auth/getuser',
  who: 'owner',
  caching: 'none',
  input: noInput,
  output: user,
})

export const deleteUser = operation({
  name: 'deleteUser',
  summary:
    'Deletes the account of the signed-in listener and everything that belongs to it. Ignores the body.',
  method: 'DELETE',
  path: '/api/auth/deleteUser',
  who: 'owner',
  caching: 'none',
  needsRecentSignIn: true,
  perUser: userRates.deleteUser,
  input: noInput,
  output: success,
})

export const updateUsername = operation({
  name: 'updateUsername',
  summary: `Sets the name of the signed-in listener: ${textLimits.userName.min} to ${textLimits.userName.max} characters, as at signup.`,
  method: 'POST',
  path: '/api/auth/updateUsername',
  who: 'owner',
  caching: 'none',
  perUser: userRates.updateUsername,
  input: z.strictObject({ name: z.string() }),
  bounds: { name: userBounds.name },
  output: user,
})

export const updatePassword = operation({
  name: 'updatePassword',
  summary: `Sets a new password of ${textLimits.password.min} to ${textLimits.password.max} characters and ends every other session, links that were sent, and a pending change of the address. The session that asks gets another token, in the answer and in the cookie; its former one does not work any more. Revokes the app passwords and API keys unless "keepsAppKeys" is true, and removes all passkeys if "removesPasskeys" is. 403 if the current password is wrong, or if there is none and the last sign-in is older than 15 minutes; 400 if the new password is too common.`,
  method: 'POST',
  path: '/api/auth/updatePassword',
  who: 'owner',
  caching: 'none',
  errors: { 403: 'The current password is wrong, or the sign-in is too old to set a first password.' },
  perUser: userRates.updatePassword,
  input: z.strictObject({
    currentPassword: z.optional(z.string()),
    newPassword: z.string(),
    keepsAppKeys: z.optional(z.boolean()),
    removesPasskeys: z.optional(z.boolean()),
  }),
  bounds: { currentPassword: { format: 'password' }, newPassword: userBounds.newPassword },
  output: record({ success: z.literal(true), token: wire('authtoken', z.string()) }),
})

export const updateUserProfilePath = operation({
  name: 'updateUserProfilePath',
  summary:
    "Sets the picture of the signed-in listener: '', an upload of their own, or an https address on the provider's picture host; 400 for anything else.",
  method: 'POST',
  path: '/api/updateUserProfilePath',
  who: 'owner',
  caching: 'none',
  perUser: userRates.write,
  input: strictRecord({
    picturePath: wire('profile_path', z.string().check(z.maxLength(textLimits.picturePath.max))),
  }),
  output: user,
})
