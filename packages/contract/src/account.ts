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

const LONGEST_EMAIL = 254
const LONGEST_PASSWORD = 128
const LONGEST_NAME = 60

/** What went wrong, once for all wrong logins (READ-22). */
export const INVALID_CREDENTIALS = 'Invalid Credentials'
/** What a refused signup says (READ-23). */
export const INVALID_EMAIL = 'Invalid Email'

const email = z.string().check(z.maxLength(LONGEST_EMAIL))
const password = z.string().check(z.minLength(1), z.maxLength(LONGEST_PASSWORD))
const signedIn = z.object({ authtoken: z.string() })

export const login = operation({
  name: 'login',
  summary: 'Signs in with e-mail address and password; 401 with one text whatever was wrong.',
  method: 'POST',
  path: '/api/auth/login',
  who: 'guest',
  caching: 'none',
  input: z.strictObject({ email, password }),
  output: signedIn,
})

export const createUser = operation({
  name: 'createUser',
  summary: 'Makes an account and signs in; 400 with `errors` where it cannot be made.',
  method: 'POST',
  path: '/api/auth/createuser',
  who: 'guest',
  caching: 'none',
  input: z.strictObject({ name: z.string().check(z.maxLength(LONGEST_NAME)), email, password }),
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
  summary: 'Deletes the account of the signed-in listener and everything that belongs to it.',
  method: 'DELETE',
  path: '/api/auth/deleteUser',
  who: 'owner',
  caching: 'none',
  input: z.strictObject({}),
  output: z.object({ success: z.literal(true) }),
})

export const accountOperations = [login, createUser, fetchOwnUser, deleteUser] as const
