import { INVITATION_NEEDED, SIGN_UP_CLOSED } from '@refrain/contract/account/sign-in'
import type { Transaction } from '../../database/tables.ts'
import { ForbiddenError } from '../../http/errors/request-errors.ts'
import { readLiveSettings } from '../../live-settings/live-settings.ts'
import type { GivenSettings } from '../../setting-schemas.ts'
import { hashToken } from '../sessions/token.ts'
import { takeInvitation } from './invitation-store.ts'

/**
 * Checks that a new account may be created, in the transaction that creates it: an invitation is used up with it.
 * @throws ForbiddenError if sign-up is closed, or for the invited only
 */
export async function requireAdmission(
  tx: Transaction,
  given: GivenSettings,
  invitation: string | undefined,
): Promise<void> {
  const { signUp } = await readLiveSettings(tx, given)
  if (signUp === 'open') return
  if (signUp === 'closed') throw new ForbiddenError(SIGN_UP_CLOSED)
  const isInvited = invitation !== undefined && (await takeInvitation(tx, hashToken(invitation), Date.now()))
  if (!isInvited) throw new ForbiddenError(INVITATION_NEEDED)
}
