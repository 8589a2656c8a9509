import type { Assertion } from '@refrain/contract/account/passkeys'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import type { Client } from '../sessions/client.ts'
import { markSessionConfirmed } from '../sessions/session-store.ts'
import { startSession } from '../sign-in/sign-in.ts'
import type { PasskeyRow } from '../tables.ts'
import { readPasskeyByCredential, storeUse } from './passkey-store.ts'
import type { RelyingParty } from './relying-party.ts'
import { verifyUse } from './verify-passkey.ts'

/** An answer, and what it answers. */
export interface PasskeyAnswer {
  readonly passkey: Assertion
  readonly party: RelyingParty
  readonly challenge: string
}

/**
 * Signs in with a passkey. Its device has verified the listener, so no second factor is asked for.
 * @param signal aborts before the commit
 * @returns the token of a new session; undefined if the passkey is unknown or its signature wrong
 * @throws ForbiddenError if the account is disabled
 */
export async function signInWithPasskey(
  db: Database,
  answer: PasskeyAnswer,
  client: Client,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const used = await verifyAnswer(db, answer, 'signIn')
  if (!used) return undefined
  return write(db, async tx => {
    signal?.throwIfAborted()
    if (!(await storeUse(tx, used.passkey, used.use))) return undefined
    return startSession(tx, used.passkey.user_id, client)
  })
}

/**
 * Lets a session make sensitive changes for some minutes.
 * @returns false if the passkey is not the listener's, or its signature is wrong
 */
export async function confirmWithPasskey(
  db: Database,
  { userId, session }: { userId: string; session: string },
  answer: PasskeyAnswer,
): Promise<boolean> {
  const used = await verifyAnswer(db, answer, 'confirm')
  if (used?.passkey.user_id !== userId) return false
  return write(db, async tx => {
    if (!(await storeUse(tx, used.passkey, used.use))) return false
    await markSessionConfirmed(tx, session, Date.now())
    return true
  })
}

interface VerifiedUse {
  readonly passkey: PasskeyRow
  readonly use: Pick<PasskeyRow, 'counter' | 'backed_up' | 'last_used_at'>
}

async function verifyAnswer(
  db: Database,
  { passkey: given, party, challenge }: PasskeyAnswer,
  purpose: 'signIn' | 'confirm',
): Promise<VerifiedUse | undefined> {
  const passkey = await readPasskeyByCredential(db, given.id)
  if (passkey?.rp_id !== party.id) return undefined
  const use = await verifyUse(given, passkey, party, challenge, purpose === 'signIn')
  return use && { passkey, use: { ...use, last_used_at: Date.now() } }
}
