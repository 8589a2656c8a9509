import { randomBytes } from 'node:crypto'
import { signupForm } from '@refrain/contract/account/forms'
import { INVALID_EMAIL } from '@refrain/contract/account/sign-in'
import { write } from '../../database/retry.ts'
import type { Database, Transaction } from '../../database/tables.ts'
import { InvalidInputError } from '../../http/errors/request-errors.ts'
import type { GivenSettings } from '../../setting-schemas.ts'
import type { AccountEmails } from '../account-emails.ts'
import { rejectCommonPassword } from '../passwords/common-passwords.ts'
import { hashPassword } from '../passwords/hash-password.ts'
import { isReadable, normalizeName } from '../profile/display-name.ts'
import type { Client } from '../sessions/client.ts'
import { startSession } from '../sign-in/sign-in.ts'
import type { UserRow } from '../tables.ts'
import { insertUser } from '../user-store.ts'
import { foldEmail } from './fold-email.ts'
import { requireAdmission } from './require-admission.ts'

const ID_BYTES = 16
const UNREADABLE_NAME = 'The name must have visible characters, and none that hide or turn others.'

export interface Signup {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly invitation?: string | undefined
}

export interface SignUpParts {
  readonly mails: AccountEmails
  readonly given: GivenSettings
}

/** 400 with one text for every reason, so that it does not reveal which addresses have an account. */
export class SignupRejectedError extends InvalidInputError {
  override name = 'SignupRejectedError'
  constructor() {
    super(INVALID_EMAIL, [INVALID_EMAIL])
  }
}

/**
 * Validates and normalizes a sign-up.
 * @param reject makes the error of what the form refuses; by default it has the one text of all
 * @throws RequestError (400)
 */
export async function validateSignup(
  given: Signup,
  reject: (reason: string) => Error = () => new SignupRejectedError(),
): Promise<Signup> {
  const name = normalizeName(given.name)
  const { error } = signupForm.safeParse({ ...given, name })
  if (error) throw reject(error.issues[0]?.message ?? '')
  if (!isReadable(name)) throw reject(UNREADABLE_NAME)
  await rejectCommonPassword(given.password)
  return { ...given, name }
}

/**
 * Creates an account and signs in.
 * @param signal aborts before the commit, so that a caller who got an error has no account
 * @returns the token of the new session
 * @throws SignupRejectedError if the address has an account
 * @throws ForbiddenError if sign-up is closed, or for the invited only
 */
export function signUp(
  db: Database,
  signup: Signup,
  { mails, given }: SignUpParts,
  client: Client,
  signal?: AbortSignal,
): Promise<string> {
  const admit = (tx: Transaction) => requireAdmission(tx, given, signup.invitation)
  return createAccount(db, signup, { mails, admit }, client, signal)
}

export interface AccountCreation extends Pick<SignUpParts, 'mails'> {
  /** Throws if no account may be created. */
  admit(tx: Transaction): Promise<void>
  /** What belongs to a new account besides. */
  complete?(tx: Transaction, userId: string): Promise<void>
}

/** Like `signUp`, in one transaction with what `creation` does. */
export async function createAccount(
  db: Database,
  { name, email, password }: Signup,
  creation: AccountCreation,
  client: Client,
  signal?: AbortSignal,
): Promise<string> {
  const password_hash = await hashPassword(password, signal)
  return write(db, async tx => {
    signal?.throwIfAborted()
    const account = { id: createUserId(), name, email, password_hash }
    const token = await insertAccount(tx, account, creation, client)
    signal?.throwIfAborted()
    return token
  })
}

/** A random id of a new account. */
export const createUserId = () => randomBytes(ID_BYTES).toString('base64url')

/**
 * Stores a new account and signs in.
 * @returns the token of the new session
 * @throws SignupRejectedError if the address has an account
 */
export async function insertAccount(
  tx: Transaction,
  account: Pick<UserRow, 'id' | 'name' | 'email' | 'password_hash'>,
  { mails, admit, complete }: AccountCreation,
  client: Client,
): Promise<string> {
  await admit(tx)
  const isInserted = await insertUser(tx, {
    ...account,
    folded_email: foldEmail(account.email),
    profile_path: '',
    google_sub: null,
    created_at: Date.now(),
  })
  if (!isInserted) throw new SignupRejectedError()
  await complete?.(tx, account.id)
  await mails.welcome(tx, account.id)
  return startSession(tx, account.id, client)
}
