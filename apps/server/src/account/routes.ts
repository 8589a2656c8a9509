import { confirmSignIn } from '@refrain/contract/account/confirm-sign-in'
import { deleteUser, fetchOwnUser } from '@refrain/contract/account/own-account'
import { createUser, INVALID_CREDENTIALS, login, loginWithGoogle } from '@refrain/contract/account/sign-in'
import type { FastifyInstance } from 'fastify'
import { write } from '../database/retry.ts'
import { bind, bindRoute } from '../http/bind.ts'
import { RequestError, toRequestError, UnauthorizedError } from '../http/errors/request-errors.ts'
import { abortAtDeadline } from '../http/limits/deadline.ts'
import { clientAddress } from '../http/limits/rate-limits.ts'
import type { Actor } from '../http/requests/actor.ts'
import { sendUncached } from '../http/responses/send-json.ts'
import { serialise } from '../http/responses/serialise.ts'
import type { CleanUps } from '../jobs/clean-ups.ts'
import { isAdministrator } from './administrator-store.ts'
import { registerCookies } from './cookies/routes.ts'
import { type DeletionParts, deleteAccount } from './delete-account.ts'
import { readAddress } from './email/address-store.ts'
import { type EmailParts, registerEmail } from './email/routes.ts'
import { registerKeys } from './keys-routes.ts'
import { registerGuestPasskeys } from './passkeys/guest-routes.ts'
import { registerPasskeys } from './passkeys/routes.ts'
import { ownUser, type ProfileParts, registerProfiles } from './profile/routes.ts'
import { type IdentityProvider, ProviderUnavailableError } from './providers/identity-provider.ts'
import { signInWithProvider } from './providers/sign-in-with-provider.ts'
import { verifyIdToken } from './providers/verify-id-token.ts'
import { findServiceByKey } from './service-keys/service-keys.ts'
import { type Client, clientOf } from './sessions/client.ts'
import { registerSessions } from './sessions/routes.ts'
import { sendToken } from './sessions/send-token.ts'
import { Sessions } from './sessions/sessions.ts'
import { confirmSignIn as confirmPassword } from './sign-in/confirm-sign-in.ts'
import { isKnownAddress, signIn } from './sign-in/sign-in.ts'
import { SignInLimits } from './sign-in/sign-in-limits.ts'
import { foldEmail } from './sign-up/fold-email.ts'
import { type SignUpParts, type Signup, signUp, validateSignup } from './sign-up/sign-up.ts'
import { registerTotp, type TotpParts } from './totp/routes.ts'
import { CodeWrongError } from './totp/second-factor.ts'

export interface AccountParts extends ProfileParts, SignUpParts, DeletionParts, EmailParts, TotpParts {
  /** Undefined: federated sign-in is off. */
  readonly provider: IdentityProvider | undefined
  readonly cleanUps: CleanUps
}

/** Registers the account's operations, and the authentication of all others. */
export function registerAccount(app: FastifyInstance, parts: AccountParts): void {
  const { db, cleanUps, liveUpdates } = parts
  const sessions = new Sessions(db, userId => liveUpdates.publishSessionEnd(userId))
  app.decorate('findSession', (token, address) => sessions.find(token, address))
  app.decorate('isAdministrator', userId => isAdministrator(db, userId))
  app.decorate('findServiceKey', key => findServiceByKey(db, key))
  cleanUps.add('expired sessions', now => sessions.sweep(now))
  app.addHook('onClose', () => sessions.close())
  const limits = new SignInLimits(app.rateLimits, (email, address) => isKnownAddress(db, email, address))
  registerPasswordSignIn(app, parts, limits)
  registerProviderSignIn(app, parts)
  registerCookies(app, sessions)
  registerSessions(app, sessions, parts)
  registerProfiles(app, parts)
  registerEmail(app, parts)
  registerKeys(app, db)
  registerTotp(app, parts)
  registerGuestPasskeys(app, { ...parts, limits })
  registerPasskeys(app, { ...parts, limits, hasProvider: parts.provider !== undefined })

  bind(app, fetchOwnUser, async (_input, { userId }) => ownUser(db, userId))
  bind(app, deleteUser, async (_input, { userId }) => {
    await write(db, tx => deleteAccount(tx, userId, parts))
    liveUpdates.publishSessionEnd(userId)
    return { success: true as const }
  })
}

function registerPasswordSignIn(app: FastifyInstance, parts: AccountParts, limits: SignInLimits): void {
  const { db, sealingKey } = parts

  async function logIn(
    input: { email: string; password: string; code?: string | undefined },
    client: Client,
    signal: AbortSignal,
  ): Promise<string> {
    const account = foldEmail(input.email)
    const refund = await limits.countLogin(account, client.address)
    let refundCode = () => {}
    let [isPasswordWrong, isCodeWrong] = [false, false]
    try {
      if (input.code !== undefined) refundCode = limits.countCode(account)
      const token = await signIn(db, input, { client, sealingKey }, signal)
      isPasswordWrong = token === undefined
      if (token === undefined) throw new RequestError(401, INVALID_CREDENTIALS)
      return token
    } catch (error) {
      isCodeWrong = error instanceof CodeWrongError
      throw error
    } finally {
      // A code beside a wrong password does not count: strangers could lock the owner out.
      if (!isCodeWrong) refundCode()
      if (!isPasswordWrong && !isCodeWrong) refund()
    }
  }

  async function confirm(
    actor: Actor,
    input: { password: string; code?: string | undefined },
    address: string,
    signal: AbortSignal,
  ): Promise<void> {
    const known = await readAddress(db, actor.userId)
    if (!known) throw new UnauthorizedError()
    const refund = await limits.countLogin(known.folded_email, address)
    let refundCode = () => {}
    let [isRight, isCodeWrong] = [false, false]
    try {
      if (input.code !== undefined) refundCode = limits.countCode(known.folded_email)
      await confirmPassword(db, actor, input, sealingKey, signal)
      isRight = true
    } catch (error) {
      isCodeWrong = error instanceof CodeWrongError
      throw error
    } finally {
      if (!isCodeWrong) refundCode()
      if (isRight) refund()
    }
  }

  async function createAccount(signup: Signup, client: Client, signal: AbortSignal): Promise<string> {
    const refund = limits.countSignup(client.address)
    try {
      return await signUp(db, signup, parts, client, signal)
    } catch (error) {
      if (toRequestError(error).statusCode >= 500) refund()
      throw error
    }
  }

  bindRoute(app, confirmSignIn, async (input, request, reply, actor) => {
    await abortAtDeadline(signal => confirm(actor, input, clientAddress(request), signal))
    return sendUncached(request, reply, serialise(confirmSignIn, { success: true }))
  })
  bindRoute(app, login, async (input, request, reply) =>
    sendToken(request, reply, await abortAtDeadline(signal => logIn(input, clientOf(request), signal))),
  )
  bindRoute(app, createUser, async (input, request, reply) => {
    const signup = await validateSignup(input)
    const creating = abortAtDeadline(signal => createAccount(signup, clientOf(request), signal))
    return sendToken(request, reply, await creating)
  })
}

function registerProviderSignIn(app: FastifyInstance, parts: AccountParts): void {
  const { db, provider } = parts
  bindRoute(app, loginWithGoogle, async ({ idToken, nonce, invitation }, request, reply) => {
    if (!provider) throw new ProviderUnavailableError()
    const signingIn = abortAtDeadline(async signal => {
      const identity = await verifyIdToken(provider, idToken, nonce)
      return signInWithProvider(db, identity, parts, clientOf(request), invitation, signal)
    })
    return sendToken(request, reply, await signingIn)
  })
}
