import { randomBytes } from 'node:crypto'
import { signupForm } from '@refrain/contract/account/forms'
import { INVALID_EMAIL } from '@refrain/contract/account/sign-in'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { InvalidInputError } from '../../http/errors/request-errors.ts'
import type { AccountEmails } from '../account-emails.ts'
import { rejectCommonPassword } from '../passwords/common-passwords.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { isReadable, normalizeName } from '../profile/display-name.ts'
import { startSession } from '../sign-in/sign-in.ts'
import { insertUser } from '../user-store.ts'
import { foldEmail } from './fold-email.ts'

const ID_BYTES = 16

/** What a new listener gives. */
export interface Signup {
  readonly name: string
  readonly email: string
  readonly password: string
}

/** 400 with one text, whatever is wrong: nobody learns from it which addresses have an account. */
export class SignupRejectedError extends InvalidInputError {
  override name = 'RefusedSignupError'
  constructor() {
    super(INVALID_EMAIL, [INVALID_EMAIL])
  }
}

/**
 * What is given, in the form in which it is kept.
 * @throws RequestError (400) where no account can be made of it
 */
export async function validateSignup(given: Signup): Promise<Signup> {
  const name = normalizeName(given.name)
  if (!isReadable(name) || !signupForm.safeParse({ ...given, name }).success) throw new SignupRejectedError()
  await rejectCommonPassword(given.password)
  return { ...given, name }
}

/**
 * Makes an account and signs in. An account that exists is left as it is, whatever the password.
 * @param late ends it, so that nobody has an account who was told that there is none
 * @returns the token of the new session
 * @throws RefusedSignupError where the address has an account
 */
export async function signUp(
  db: Database,
  { name, email, password }: Signup,
  mails: AccountEmails,
  address: string,
  late?: AbortSignal,
): Promise<string> {
  const password_hash = await hashPassword(password, late)
  const id = randomBytes(ID_BYTES).toString('base64url')
  return write(db, async tx => {
    late?.throwIfAborted()
    const made = await insertUser(tx, {
      id,
      name,
      email,
      folded_email: foldEmail(email),
      password_hash,
      profile_path: '',
      google_sub: null,
      created_at: Date.now(),
    })
    if (!made) throw new SignupRejectedError()
    await mails.welcome(tx, id)
    const token = await startSession(tx, id, address)
    late?.throwIfAborted()
    return token
  })
}
