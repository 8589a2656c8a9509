import * as z from 'zod/mini'
import { minuteLimits, textLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { success } from '../values.ts'
import { secondFactorCode } from './totp.ts'

export const confirmSignIn = operation({
  name: 'confirmSignIn',
  summary: `Proves again who the caller is, for calls that need a sign-in within the last ${minuteLimits.recentSignIn} minutes. Failures count like failed logins.`,
  method: 'POST',
  path: '/api/auth/confirm',
  who: 'owner',
  caching: 'none',
  errors: { 403: 'The password or the code is wrong, or the account has no password.' },
  input: z.strictObject({
    password: z.string().check(z.minLength(1), z.maxLength(textLimits.password.max)),
    /** If logins ask for one. */
    code: z.optional(secondFactorCode),
  }),
  bounds: { password: { format: 'password' } },
  output: success,
})
