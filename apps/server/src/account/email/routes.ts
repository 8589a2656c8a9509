import {
  changeEmail,
  EMAIL_OFF,
  requestPasswordReset,
  resetPassword,
  sendVerification,
  verifyEmail,
} from '@refrain/contract/account/email'
import { emailForm } from '@refrain/contract/account/forms'
import { addressRates } from '@refrain/contract/limits'
import type { FastifyInstance } from 'fastify'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { bind, bindRoute } from '../../http/bind.ts'
import { InvalidInputError, RequestError } from '../../http/errors/request-errors.ts'
import { abortAtDeadline, withDeadline } from '../../http/limits/deadline.ts'
import { clientAddress, TooManyRequestsError } from '../../http/limits/rate-limits.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import { serialise } from '../../http/responses/serialise.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import type { AccountEmails } from '../account-emails.ts'
import { networkOf } from '../sessions/network-of.ts'
import { requireSession } from '../sessions/require-session.ts'
import { hashToken } from '../sessions/token.ts'
import { foldEmail } from '../sign-up/fold-email.ts'
import { readAddress } from './address-store.ts'
import { resetPassword as reset } from './reset-password.ts'
import { sendLinkTo, verifyEmail as verify } from './verify-email.ts'

export interface EmailParts {
  readonly db: Database
  readonly mails: AccountEmails
  readonly liveUpdates: LiveUpdates
  /** Mail server; '' if no email leaves the service. */
  readonly smtpUrl: string
}

/** Large enough that nobody can evict a counter by filling the table. */
const MAX_PAIRS = 50_000

const done = { success: true } as const

/** What listeners do by links in emails. */
export function registerEmail(app: FastifyInstance, { db, mails, liveUpdates, smtpUrl }: EmailParts): void {
  const resets = app.rateLimits.createLimiter('password resets', addressRates.passwordReset)
  const resetsOfAccount = app.rateLimits.createLimiter(
    'password resets of account',
    addressRates.passwordResetOfAccount,
    MAX_PAIRS,
  )
  /** @throws TooManyRequestsError, whether there is such an account or not */
  function countReset(email: string, address: string): void {
    if (app.rateLimits.isOff) return
    const now = performance.now()
    const pair = `${hashToken(foldEmail(email))} ${networkOf(address)}`
    const seconds = resets.consume(address, now) || resetsOfAccount.consume(pair, now)
    if (seconds > 0) throw new TooManyRequestsError(seconds)
  }
  function requireEmail(): void {
    if (smtpUrl === '') throw new RequestError(409, EMAIL_OFF)
  }

  bindRoute(app, requestPasswordReset, async ({ email }, request, reply) => {
    requireEmail()
    const asker = clientAddress(request)
    countReset(email, asker)
    // The account is looked up when the email is written: the answer takes as long without one.
    await withDeadline(write(db, tx => mails.passwordReset(tx, email, asker)))
    return sendUncached(request, reply, serialise(requestPasswordReset, done))
  })

  bind(app, resetPassword, async input => {
    const userId = await abortAtDeadline(signal => reset(db, input, mails, signal))
    liveUpdates.publishSessionEnd(userId)
    return done
  })

  bind(app, verifyEmail, async ({ token }) => {
    const { userId, isChanged } = await verify(db, token, mails)
    if (isChanged) liveUpdates.publishSessionEnd(userId)
    liveUpdates.publish({ userId }, 'user')
    return done
  })

  bind(app, sendVerification, async (_input, actor) => {
    requireEmail()
    await write(db, async tx => {
      await requireSession(tx, actor)
      const address = await readAddress(tx, actor.userId)
      if (address?.email_verified_at === null)
        await mails.verification(tx, actor.userId, address.email, actor.session)
    })
    return done
  })

  bind(app, changeEmail, async ({ email }, actor) => {
    requireEmail()
    const form = emailForm.safeParse({ email })
    if (!form.success) throw new InvalidInputError(form.error.issues[0]?.message ?? '')
    await sendLinkTo(db, actor, email, mails)
    return done
  })
}
