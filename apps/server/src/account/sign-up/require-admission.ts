import { INVITATION_NEEDED, SIGN_UP_CLOSED } from '@refrain/contract/account/sign-in'
import type { Database, Transaction } from '../../database/tables.ts'
import { ForbiddenError } from '../../http/errors/request-errors.ts'
import { readLiveSettings } from '../../live-settings/live-settings.ts'
import type { GivenSettings } from '../../setting-schemas.ts'
import { hashToken } from '../sessions/token.ts'
import { hasInvitation, takeInvitation } from './invitation-store.ts'

/**
 * Checks that a new account may be created now; an invitation stays as it is.
 * @throws ForbiddenError if sign-up is closed, or for the invited only
 */
export async function checkAdmission(
  db: Database,
  given: GivenSettings,
  invitation: string | undefined,
): Promise<void> {
  await admit(db, given, invitation, tokenHash => hasInvitation(db, tokenHash, Date.now()))
}

/**
 * Checks that a new account may be created, in the transaction that creates it: an invitation is used up with it.
 * @throws ForbiddenError if sign-up is closed, or for the invited only
 */
export async function requireAdmission(
  tx: Transaction,
  given: GivenSettings,
  invitation: string | undefined,
): Promise<void> {
  await admit(tx, given, invitation, tokenHash => takeInvitation(tx, tokenHash, Date.now()))
}

async function admit(
  db: Database,
  given: GivenSettings,
  invitation: string | undefined,
  isValid: (tokenHash: string) => Promise<boolean>,
): Promise<void> {
  const { signUp } = await readLiveSettings(db, given)
  if (signUp === 'open') return
  if (signUp === 'closed') throw new ForbiddenError(SIGN_UP_CLOSED)
  if (invitation === undefined || !(await isValid(hashToken(invitation))))
    throw new ForbiddenError(INVITATION_NEEDED)
}
