import * as z from 'zod/mini'
import { userRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id, isoDate, noInput, success } from '../values.ts'

/** A sign-in on one device, as its listener sees it. */
const ownSession = z.object({
  id,
  /** Such as `Firefox`; '' if unknown. */
  browser: z.string(),
  /** Such as `Android`; '' if unknown. */
  system: z.string(),
  /** Network of the last use, such as `203.0.113.0/24`; never the whole address. '' if unknown. */
  network: z.string(),
  createdAt: isoDate,
  /** To the hour. */
  lastUsedAt: isoDate,
  /** True for the session that asks. */
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

export const fetchSessions = operation({
  name: 'fetchSessions',
  summary: 'Where the caller is signed in, last used first.',
  method: 'GET',
  path: '/api/auth/sessions',
  who: 'owner',
  caching: 'none',
  input: noInput,
  output: z.object({ sessions: z.array(ownSession) }),
})

export const revokeSession = operation({
  name: 'revokeSession',
  summary: 'Ends one session of the caller, as a logout on that device would.',
  method: 'DELETE',
  path: '/api/auth/sessions/{id}',
  who: 'owner',
  caching: 'none',
  perUser: userRates.write,
  errors: { 404: 'The caller has no such session.' },
  input: z.strictObject({ id }),
  output: success,
})

export const revokeOtherSessions = operation({
  name: 'revokeOtherSessions',
  summary: 'Ends every session of the caller but the one that asks.',
  method: 'DELETE',
  path: '/api/auth/sessions',
  who: 'owner',
  caching: 'none',
  perUser: userRates.write,
  input: noInput,
  output: success,
})
