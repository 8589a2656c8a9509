import { fetchKeys } from '@refrain/contract/account/keys'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/tables.ts'
import { bind } from '../http/bind.ts'
import { UnauthorizedError } from '../http/errors/request-errors.ts'
import { readAddress } from './email/address-store.ts'
import { hasSecondFactor } from './totp/second-factor.ts'
import { countRecoveryCodes } from './totp/totp-store.ts'
import { readPasswordHash } from './user-store.ts'

/** How a listener signs in. */
export function registerKeys(app: FastifyInstance, db: Database): void {
  bind(app, fetchKeys, async (_input, { userId }) => {
    const [address, hash] = await Promise.all([readAddress(db, userId), readPasswordHash(db, userId)])
    if (!address) throw new UnauthorizedError()
    return {
      isEmailVerified: address.email_verified_at !== null,
      hasPassword: typeof hash === 'string',
      hasTotp: await hasSecondFactor(db, userId),
      recoveryCodes: await countRecoveryCodes(db, userId),
    }
  })
}
