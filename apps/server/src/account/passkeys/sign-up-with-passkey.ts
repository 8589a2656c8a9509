import { passkeySignupForm } from '@refrain/contract/account/forms'
import { type NewCredential, PASSKEY_INVALID } from '@refrain/contract/account/passkeys'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { InvalidInputError } from '../../http/errors/request-errors.ts'
import { isReadable, normalizeName } from '../profile/display-name.ts'
import type { Client } from '../sessions/client.ts'
import { requireAdmission } from '../sign-up/require-admission.ts'
import { insertAccount, type SignUpParts, SignupRejectedError } from '../sign-up/sign-up.ts'
import { toRow } from './own-passkeys.ts'
import { insertPasskey } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'
import { verifyNewPasskey } from './verify-passkey.ts'

export interface PasskeySignup {
  readonly name: string
  readonly email: string
  readonly invitation?: string | undefined
}

/**
 * Validates and normalizes a sign-up without a password.
 * @throws RequestError (400)
 */
export function validatePasskeySignup(given: PasskeySignup): PasskeySignup {
  const name = normalizeName(given.name)
  if (!isReadable(name) || !passkeySignupForm.safeParse({ ...given, name }).success)
    throw new SignupRejectedError()
  return { name, email: given.email, invitation: given.invitation }
}

interface PasskeySignUpParts extends SignUpParts {
  readonly party: RelyingParty
  readonly challenge: string
  /** Id of the account, which the passkey names. */
  readonly newUserId: string | null
}

/**
 * Creates an account with a passkey, and signs in.
 * @param signal aborts before the commit, so that a caller who got an error has no account
 * @returns the token of the new session
 * @throws SignupRejectedError if the address has an account, InvalidInputError if the passkey is wrong
 * @throws ForbiddenError if sign-up is closed, or for the invited only
 */
export async function signUpWithPasskey(
  db: Database,
  { name, email, invitation, passkey }: PasskeySignup & { readonly passkey: NewCredential },
  { party, challenge, newUserId, mails, given }: PasskeySignUpParts,
  client: Client,
  signal?: AbortSignal,
): Promise<string> {
  const verified = await verifyNewPasskey(passkey, party, challenge)
  if (!verified || newUserId === null) throw new InvalidInputError(PASSKEY_INVALID)
  const row = toRow(newUserId, verified, client.userAgent)
  return write(db, async tx => {
    signal?.throwIfAborted()
    const account = { id: newUserId, name, email, password_hash: null }
    const token = await insertAccount(
      tx,
      account,
      {
        mails,
        admit: () => requireAdmission(tx, given, invitation),
        async complete() {
          if (!(await insertPasskey(tx, row))) throw new InvalidInputError(PASSKEY_INVALID)
        },
      },
      client,
    )
    signal?.throwIfAborted()
    return token
  })
}
