import * as z from 'zod/mini'
import { minuteLimits, textLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { success } from '../values.ts'

export const confirmSignIn = operation({
  name: 'confirmSignIn',
  summary: `Proves again who the caller is, for calls that need a sign-in within the last ${minuteLimits.recentSignIn} minutes. Failures count like failed logins.`,
  method: 'POST',
  path: '/api/auth/confirm',
  who: 'owner',
  caching: 'none',
  errors: { 403: 'The password is wrong, or the account has none.' },
  input: z.strictObject({
    password: z.string().check(z.minLength(1), z.maxLength(textLimits.password.max)),
  }),
  bounds: { password: { format: 'password' } },
  output: success,
})
