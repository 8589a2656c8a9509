import * as z from 'zod/mini'
import { operation } from '../operation.ts'
import { noInput } from '../values.ts'

/** How a listener signs in, as they see it themselves. */
const keys = z.object({
  isEmailVerified: z.boolean(),
  hasPassword: z.boolean(),
  /** Whether logins with the password ask for a code as well. */
  hasTotp: z.boolean(),
  /** Recovery codes that are left. */
  recoveryCodes: z.number(),
  /** Passkeys that work at the address of this request. */
  passkeys: z.number(),
})
export type Keys = z.infer<typeof keys>

export const fetchKeys = operation({
  name: 'fetchKeys',
  summary: 'How the caller signs in. Holds nothing that signs in.',
  method: 'GET',
  path: '/api/auth/keys',
  who: 'owner',
  caching: 'none',
  input: noInput,
  output: keys,
})
