import { fetchKeys, type Keys } from '@refrain/contract/account/keys'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/tables.ts'
import { bindRoute } from '../http/bind.ts'
import { UnauthorizedError } from '../http/errors/request-errors.ts'
import { withDeadline } from '../http/limits/deadline.ts'
import { sendUncached } from '../http/responses/send-json.ts'
import { serialise } from '../http/responses/serialise.ts'
import { readAddress } from './email/address-store.ts'
import { countPasskeys } from './passkeys/passkey-store.ts'
import { findRelyingParty } from './passkeys/relying-party.ts'
import { hasSecondFactor } from './totp/second-factor.ts'
import { countRecoveryCodes } from './totp/totp-store.ts'
import { readPasswordHash } from './user-store.ts'

/** How a listener signs in. */
export function registerKeys(app: FastifyInstance, db: Database): void {
  async function readKeys(userId: string, rpId = ''): Promise<Keys> {
    const [address, hash] = await Promise.all([readAddress(db, userId), readPasswordHash(db, userId)])
    if (!address) throw new UnauthorizedError()
    return {
      isEmailVerified: address.email_verified_at !== null,
      hasPassword: typeof hash === 'string',
      hasTotp: await hasSecondFactor(db, userId),
      recoveryCodes: await countRecoveryCodes(db, userId),
      passkeys: await countPasskeys(db, userId, rpId),
    }
  }
  bindRoute(app, fetchKeys, async (_input, request, reply, { userId }) => {
    const keys = await withDeadline(readKeys(userId, findRelyingParty(request)?.id))
    return sendUncached(request, reply, serialise(fetchKeys, keys))
  })
}
