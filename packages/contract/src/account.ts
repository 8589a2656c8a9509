import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { id } from './values.ts'

/** A listener as only they themselves see them; never a password or its hash (PROP-14). */
export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  /** File name of the picture, '' where there is none, or an address that begins with http (READ-36). */
  profile_path: z.string(),
  isGoogleUser: z.boolean(),
})
export type User = z.infer<typeof user>

export const LONGEST_EMAIL = 254
export const LONGEST_PASSWORD = 128
export const LONGEST_NAME = 60

/** A session ends so long after signing in, and so long after it was last used (PROP-08). */
export const SESSION_DAYS = 30
export const IDLE_DAYS = 14

/** What went wrong, once for all wrong logins (READ-22). */
export const INVALID_CREDENTIALS = 'Invalid Credentials'
/** What a refused signup says (READ-23). */
export const INVALID_EMAIL = 'Invalid Email'

/** The header that carries the token on every call that is not for guests (API-01). */
export const TOKEN_HEADER = 'auth-token'

/** The token travels as cookie `token` as well (AUTH-08). */
const signedIn = z.object({ authtoken: z.string() })

export const login = operation({
  name: 'login',
  summary:
    'Signs in with e-mail address and password; 401 with one text whatever was wrong. Failed ones are counted: 10 in 15 minutes for an account and address, 30 for an address, 100 for an account.',
  method: 'POST',
  path: '/api/auth/login',
  who: 'guest',
  caching: 'none',
  sameOrigin: true,
  input: z.strictObject({
    email: z.string().check(z.maxLength(LONGEST_EMAIL)),
    password: z.string().check(z.minLength(1), z.maxLength(LONGEST_PASSWORD)),
  }),
  output: signedIn,
})

export const createUser = operation({
  name: 'createUser',
  summary:
    'Makes an account and signs in. The name has 3 to 60 characters, none that only steers how text is shown, and one at least that is seen; the password 8 to 128. 400 with `errors` where the account cannot be made, with `error` alone where the password is too common. 5 an hour and address.',
  method: 'POST',
  path: '/api/auth/createuser',
  who: 'guest',
  caching: 'none',
  sameOrigin: true,
  // What they hold is judged together, so that every refusal says the same.
  input: z.strictObject({ name: z.string(), email: z.string(), password: z.string() }),
  invalid: INVALID_EMAIL,
  output: signedIn,
})

export const fetchOwnUser = operation({
  name: 'fetchOwnUser',
  summary: 'The signed-in listener.',
  method: 'POST',
  path: '/api/auth/getuser',
  who: 'owner',
  caching: 'none',
  input: z.strictObject({}),
  output: user,
})

export const deleteUser = operation({
  name: 'deleteUser',
  summary:
    'Deletes the account of the signed-in listener and everything that belongs to it. A body is ignored.',
  method: 'DELETE',
  path: '/api/auth/deleteUser',
  who: 'owner',
  caching: 'none',
  perUser: { calls: 3, seconds: 3600 },
  input: z.strictObject({}),
  output: z.object({ success: z.literal(true) }),
})

export const accountOperations = [login, createUser, fetchOwnUser, deleteUser] as const
