import * as z from 'zod/mini'
import { profile } from '../account/user.ts'
import { formatLimit } from '../describe-limits.ts'
import { countLimits, sessionRates } from '../limits.ts'
import { operation } from '../operation.ts'
import { id, noInput } from '../values.ts'

// These calls are for other clients; our pages use none of them.

export const fetchProfile = operation({
  name: 'fetchProfile',
  summary: 'The name and picture of one listener.',
  method: 'GET',
  path: '/api/userprofiles/{id}',
  who: 'guest',
  caching: 'none',
  errors: { 404: 'There is no such listener.' },
  input: z.strictObject({ id }),
  output: profile,
})

export const fetchAllProfiles = operation({
  name: 'fetchAllProfiles',
  summary: `The name and picture of at most ${formatLimit(countLimits.profiles)} listeners, by name.`,
  method: 'GET',
  path: '/api/fetchallProfiles',
  who: 'guest',
  caching: 'none',
  errors: { 401: 'The operator shows the list to members only.' },
  // Slow on purpose: nobody should collect all listeners.
  perMinute: sessionRates.profiles,
  isPerAddress: true,
  input: noInput,
  output: z.array(profile),
})
