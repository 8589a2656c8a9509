import { createRecoveryCodes, disableTotp, enableTotp, startTotp } from '@refrain/contract/account/totp'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bind } from '../../http/bind.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import type { AccountEmails } from '../account-emails.ts'
import type { SealingKey } from '../app-keys/sealing-key.ts'
import {
  disableTotp as disable,
  enableTotp as enable,
  renewRecoveryCodes,
  startTotp as start,
} from './second-factor.ts'

export interface TotpParts {
  readonly db: Database
  readonly mails: AccountEmails
  readonly liveUpdates: LiveUpdates
  readonly sealingKey: SealingKey
}

/** Authenticator apps and recovery codes. */
export function registerTotp(app: FastifyInstance, parts: TotpParts): void {
  const { db, mails, liveUpdates, sealingKey: key } = parts
  bind(app, startTotp, (_input, actor) => start(db, actor, key))
  bind(app, enableTotp, async ({ code }, actor) => {
    const recoveryCodes = await enable(db, actor, code, { key, mails })
    liveUpdates.publish(actor, 'user')
    return { recoveryCodes }
  })
  bind(app, createRecoveryCodes, async (_input, actor) => {
    const recoveryCodes = await renewRecoveryCodes(db, actor)
    liveUpdates.publish(actor, 'user')
    return { recoveryCodes }
  })
  bind(app, disableTotp, async (_input, actor) => {
    await disable(db, actor, mails)
    liveUpdates.publish(actor, 'user')
    return { success: true as const }
  })
}
