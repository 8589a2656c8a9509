import * as z from 'zod/mini'
import { textLimits } from '../limits.ts'
import { record, wire } from '../record.ts'
import { id } from '../values.ts'

/** A user, visible only to themselves. Never holds a password or its hash. */
export const user = record({
  id: wire('_id', id),
  name: z.string(),
  email: z.string(),
  /** File name of the picture, an address that begins with http, or '' without a picture. */
  picturePath: wire('profile_path', z.string()),
  /** True for accounts of the identity provider, which have no password. */
  isProviderAccount: wire('isGoogleUser', z.boolean()),
  /** Only there for administrators. */
  isAdministrator: z.optional(z.literal(true)),
})

export type User = z.infer<typeof user>

/** A user as everybody sees them. */
export const profile = record({
  id: wire('_id', id),
  name: z.string(),
  picturePath: wire('profile_path', z.string()),
})
export type Profile = z.infer<typeof profile>

/** Input constraints for the OpenAPI document; the handlers check these values themselves. */
export const userBounds = {
  name: { minLength: textLimits.userName.min, maxLength: textLimits.userName.max },
  email: { maxLength: textLimits.email.max, format: 'email' },
  newPassword: {
    minLength: textLimits.password.min,
    maxLength: textLimits.password.max,
    format: 'password',
  },
} as const
