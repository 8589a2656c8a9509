import { deleteUser, fetchOwnUser } from '@refrain/contract/account/own-account'
import { createUser, INVALID_CREDENTIALS, login, loginWithGoogle } from '@refrain/contract/account/sign-in'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { write } from '../database/retry.ts'
import type { Transaction } from '../database/tables.ts'
import { bind, bindRoute } from '../http/bind.ts'
import { RequestError, toRequestError } from '../http/errors/request-errors.ts'
import { abortAtDeadline } from '../http/limits/deadline.ts'
import { clientAddress } from '../http/limits/rate-limits.ts'
import { setCookieHeader } from '../http/requests/cookies.ts'
import { sendUncached } from '../http/responses/send-json.ts'
import type { AccountEmails } from './account-emails.ts'
import { registerCookies } from './cookies/routes.ts'
import { ownUser, type ProfileParts, registerProfiles } from './profile/routes.ts'
import { type IdentityProvider, ProviderUnavailableError } from './providers/identity-provider.ts'
import { signInWithProvider } from './providers/sign-in-with-provider.ts'
import { verifyIdToken } from './providers/verify-id-token.ts'
import { findService } from './service-keys/service-keys.ts'
import { Sessions } from './sessions/sessions.ts'
import { isKnownAddress, signIn } from './sign-in/sign-in.ts'
import { SignInLimits } from './sign-in/sign-in-limits.ts'
import { foldEmail } from './sign-up/fold-email.ts'
import { type Signup, signUp, validateSignup } from './sign-up/sign-up.ts'
import { deleteAccount, lockUser } from './user-store.ts'

const SWEEP_MS = 600_000

export interface AccountParts extends ProfileParts {
  /** None: nobody signs in through a provider. */
  readonly provider: IdentityProvider | undefined
  /** What others count of a listener is taken back before they go (PROP-53). */
  readonly takeBack: (tx: Transaction, userId: string) => Promise<void>
  readonly mails: AccountEmails
}

/** Sign up, log in, who am I, delete the account; and what tells all other calls who asks. */
export function registerAccount(app: FastifyInstance, parts: AccountParts): void {
  const { db, liveUpdates } = parts
  const sessions = new Sessions(db, userId => liveUpdates.publishSessionEnd(userId))
  app.decorate('findSession', token => sessions.find(token))
  app.decorate('findServiceKey', key => findService(db, key))
  sweepNowAndThen(app, sessions)
  registerSigningIn(app, parts)
  registerProviderSignIn(app, parts)
  registerCookies(app, sessions)
  registerProfiles(app, parts)

  bind(app, fetchOwnUser, async (_input, { userId }) => ownUser(db, userId))
  bind(app, deleteUser, async (_input, { userId }) => {
    await write(db, async tx => {
      await lockUser(tx, userId)
      await parts.takeBack(tx, userId)
      const { name, email } = await ownUser(tx, userId)
      await parts.mails.accountDeleted(tx, { id: userId, name, email })
      await deleteAccount(tx, userId)
    })
    liveUpdates.publishSessionEnd(userId)
    return { success: true as const }
  })
}

function registerSigningIn(app: FastifyInstance, { db, mails }: AccountParts): void {
  const limits = new SignInLimits(app.rateLimitScale, (email, address) => isKnownAddress(db, email, address))

  async function logIn(
    input: { email: string; password: string },
    address: string,
    late: AbortSignal,
  ): Promise<string> {
    const giveBack = await limits.countLogin(foldEmail(input.email), address)
    let failed = false
    try {
      const token = await signIn(db, input, address, late)
      failed = token === undefined
      if (token === undefined) throw new RequestError(401, INVALID_CREDENTIALS)
      return token
    } finally {
      if (!failed) giveBack()
    }
  }

  async function makeAccount(signup: Signup, address: string, late: AbortSignal): Promise<string> {
    const giveBack = limits.countSignup(address)
    try {
      return await signUp(db, signup, mails, address, late)
    } catch (error) {
      if (toRequestError(error).statusCode >= 500) giveBack()
      throw error
    }
  }

  bindRoute(app, login, async (input, request, reply) =>
    sendToken(request, reply, await abortAtDeadline(late => logIn(input, clientAddress(request), late))),
  )
  bindRoute(app, createUser, async (input, request, reply) => {
    const signup = await validateSignup(input)
    const making = abortAtDeadline(late => makeAccount(signup, clientAddress(request), late))
    return sendToken(request, reply, await making)
  })
}

function registerProviderSignIn(app: FastifyInstance, parts: AccountParts): void {
  const { db, provider } = parts
  bindRoute(app, loginWithGoogle, async ({ googleToken, nonce }, request, reply) => {
    if (!provider) throw new ProviderUnavailableError()
    const signingIn = abortAtDeadline(async late => {
      const identity = await verifyIdToken(provider, googleToken, nonce)
      return signInWithProvider(db, identity, parts, clientAddress(request), late)
    })
    return sendToken(request, reply, await signingIn)
  })
}

function sendToken(request: FastifyRequest, reply: FastifyReply, authtoken: string) {
  const cookie = setCookieHeader(request, 'token', authtoken)
  return sendUncached(request, reply, JSON.stringify({ authtoken }), ['vary', 'cookie', ...cookie])
}

function sweepNowAndThen(app: FastifyInstance, sessions: Sessions): void {
  const timer = setInterval(() => {
    sessions.sweep().catch(error => console.error(`Expired sessions stay for now: ${error.message}`))
  }, SWEEP_MS).unref()
  app.addHook('onClose', () => clearInterval(timer))
}
