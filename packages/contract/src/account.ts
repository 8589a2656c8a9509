import * as z from 'zod/mini'
import { USER_WRITES } from './limits.ts'
import { operation } from './operation.ts'
import { id } from './values.ts'

/** A listener as only they themselves see them; never a password or its hash (PROP-14). */
export const user = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  /** File name of the picture, '' where there is none, or an address that begins with http (READ-36). */
  profile_path: z.string(),
  /** True for who signs in through the provider and has no password of their own (ROLE-11). */
  isGoogleUser: z.boolean(),
})
export type User = z.infer<typeof user>

export const LONGEST_EMAIL = 254
/** Least characters of a password (CON-05), and of names and titles (CON-06). */
export const SHORTEST_PASSWORD = 8
export const SHORTEST_NAME = 3
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

/** The header that carries a service key, by which programs of the operator call. */
export const SERVICE_KEY_HEADER = 'service-key'

const nameBounds = { minLength: SHORTEST_NAME, maxLength: LONGEST_NAME }
const emailBounds = { maxLength: LONGEST_EMAIL, format: 'email' } as const
const newPasswordBounds = {
  minLength: SHORTEST_PASSWORD,
  maxLength: LONGEST_PASSWORD,
  format: 'password',
} as const

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
  refuses: { 401: 'The e-mail address or the password is wrong.' },
  sameOrigin: true,
  input: z.strictObject({
    email: z.string().check(z.maxLength(LONGEST_EMAIL)),
    password: z.string().check(z.minLength(1), z.maxLength(LONGEST_PASSWORD)),
  }),
  bounds: { email: { format: 'email' }, password: { format: 'password' } },
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
  bounds: { name: nameBounds, email: emailBounds, password: newPasswordBounds },
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

export const loginWithGoogle = operation({
  name: 'loginWithGoogle',
  summary:
    'Signs in with the ID token of the configured provider; a new listener gets an account. 401 where the token does not hold, 503 where no provider is set up or it cannot be reached, 409 where the e-mail address belongs to an account with a password.',
  method: 'POST',
  path: '/api/auth/google',
  who: 'guest',
  caching: 'none',
  refuses: {
    401: 'The token does not hold.',
    409: 'The e-mail address belongs to an account with a password.',
  },
  sameOrigin: true,
  perMinute: 10,
  countsByAddress: true,
  input: z.strictObject({
    /** The ID token. */
    googleToken: z.string().check(z.minLength(1), z.maxLength(4096)),
    /** A secret of the page; the token's nonce is its SHA-256 in base64url. Needed where the token has a nonce. */
    nonce: z.optional(z.string().check(z.maxLength(128))),
  }),
  output: signedIn,
})

export const updateUsername = operation({
  name: 'updateUsername',
  summary: 'Sets the name of the signed-in listener: 3 to 60 characters, as at signup.',
  method: 'POST',
  path: '/api/auth/updateUsername',
  who: 'owner',
  caching: 'none',
  perUser: { calls: 10, seconds: 3600 },
  input: z.strictObject({ name: z.string() }),
  bounds: { name: nameBounds },
  output: user,
})

export const updatePassword = operation({
  name: 'updatePassword',
  summary:
    'Sets another password, of 8 to 128 characters, and ends every other session. 403 where the current one is wrong, or where there is none and the session is older than 15 minutes; 400 where the new one is too common.',
  method: 'POST',
  path: '/api/auth/updatePassword',
  who: 'owner',
  caching: 'none',
  refuses: { 403: 'The current password is wrong, or the session is too old to set a first one.' },
  perUser: { calls: 5, seconds: 900 },
  input: z.strictObject({ currentPassword: z.optional(z.string()), newPassword: z.string() }),
  bounds: { currentPassword: { format: 'password' }, newPassword: newPasswordBounds },
  output: z.object({ success: z.literal(true) }),
})

export const updateUserProfilePath = operation({
  name: 'updateUserProfilePath',
  summary:
    "Sets the picture of the signed-in listener: '', an upload of their own, or a picture of the provider's host over https (READ-36); 400 for anything else.",
  method: 'POST',
  path: '/api/updateUserProfilePath',
  who: 'owner',
  caching: 'none',
  perUser: USER_WRITES,
  input: z.strictObject({ profile_path: z.string().check(z.maxLength(512)) }),
  output: user,
})

/** A listener as everybody sees them (PROP-12). */
export const profile = z.object({ _id: id, name: z.string(), profile_path: z.string() })
export type Profile = z.infer<typeof profile>

export const fetchProfile = operation({
  name: 'fetchProfile',
  summary: 'One listener: name and picture.',
  method: 'GET',
  path: '/api/userprofiles/{id}',
  who: 'guest',
  caching: 'none',
  refuses: { 404: 'There is no such listener.' },
  input: z.strictObject({ id }),
  output: profile,
})

export const fetchAllProfiles = operation({
  name: 'fetchAllProfiles',
  summary: 'At most 1,000 listeners, by name: name and picture.',
  method: 'GET',
  path: '/api/fetchallProfiles',
  who: 'guest',
  caching: 'none',
  refuses: { 401: 'The operator shows the list to members only.' },
  perMinute: 30,
  // Nobody may gather the listeners quickly.
  countsByAddress: true,
  input: z.strictObject({}),
  output: z.array(profile),
})

export const accountOperations = [
  login,
  createUser,
  fetchOwnUser,
  deleteUser,
  loginWithGoogle,
  updateUsername,
  updatePassword,
  updateUserProfilePath,
  fetchProfile,
  fetchAllProfiles,
] as const
