import {
  PASSKEY_UNKNOWN,
  signInWithPasskey,
  signUpWithPasskey,
  startPasskeySignIn,
  startPasskeySignUp,
} from '@refrain/contract/account/passkeys'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../database/tables.ts'
import { bindRoute } from '../../http/bind.ts'
import { RequestError, toRequestError } from '../../http/errors/request-errors.ts'
import { abortAtDeadline, withDeadline } from '../../http/limits/deadline.ts'
import { likelyTokens, readCookieValues, setCookieHeader } from '../../http/requests/cookies.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import { serialise } from '../../http/responses/serialise.ts'
import { readServiceName } from '../../live-settings/live-settings.ts'
import { clientOf } from '../sessions/client.ts'
import { sendToken } from '../sessions/send-token.ts'
import { createToken, hashToken } from '../sessions/token.ts'
import type { SignInLimits } from '../sign-in/sign-in-limits.ts'
import { checkAdmission } from '../sign-up/require-admission.ts'
import { createUserId, type SignUpParts } from '../sign-up/sign-up.ts'
import { CHALLENGE_LIFETIME_MS, storeChallenge, takeChallenge } from './challenges.ts'
import { requireRelyingParty } from './relying-party.ts'
import { type PasskeyAnswer, signInWithPasskey as signIn } from './sign-in-with-passkey.ts'
import {
  type PasskeySignup,
  signUpWithPasskey as signUp,
  validatePasskeySignup,
} from './sign-up-with-passkey.ts'
import { createOptions, requestPasskey } from './verify-passkey.ts'

/** Tells browsers of guests apart while they answer a challenge. */
const BROWSER_COOKIE = 'passkey'

export interface GuestPasskeyParts extends SignUpParts {
  readonly db: Database
  readonly limits: SignInLimits
}

/** Signing up and in with a passkey. */
export function registerGuestPasskeys(app: FastifyInstance, parts: GuestPasskeyParts): void {
  registerSignIn(app, parts)
  registerSignUp(app, parts)
}

function registerSignIn(app: FastifyInstance, { db, limits }: GuestPasskeyParts): void {
  bindRoute(app, startPasskeySignIn, async (_input, request, reply) => {
    const { holder, header } = identifyBrowser(request)
    const options = await requestPasskey(requireRelyingParty(request))
    await withDeadline(storeChallenge(db, options.challenge, { holders: [holder], purpose: 'signIn' }))
    return sendUncached(request, reply, serialise(startPasskeySignIn, options), ['vary', 'cookie', ...header])
  })

  async function logIn(answer: PasskeyAnswer, request: FastifyRequest, signal: AbortSignal): Promise<string> {
    const client = clientOf(request)
    const refund = await limits.countLogin(`passkey ${answer.passkey.id}`, client.address)
    let isWrong = false
    try {
      const token = await signIn(db, answer, client, signal)
      isWrong = token === undefined
      if (token === undefined) throw new RequestError(401, PASSKEY_UNKNOWN)
      return token
    } finally {
      if (!isWrong) refund()
    }
  }

  bindRoute(app, signInWithPasskey, async ({ passkey }, request, reply) => {
    const party = requireRelyingParty(request)
    const asked = { holders: browserHolders(request), purpose: 'signIn' } as const
    const token = await abortAtDeadline(async signal => {
      const { challenge } = await takeChallenge(db, passkey.clientDataJSON, asked)
      return logIn({ passkey, party, challenge }, request, signal)
    })
    return sendToken(request, reply, token)
  })
}

function registerSignUp(app: FastifyInstance, { db, limits, mails, given }: GuestPasskeyParts): void {
  async function start(rpId: string, { name, email, invitation }: PasskeySignup, holder: string) {
    // A passkey that no account can be made for would stay in the listener's list of passkeys.
    await checkAdmission(db, given, invitation)
    const userId = createUserId()
    const site = { id: rpId, name: await readServiceName(db, given) }
    const options = await createOptions(site, { userId, name, email })
    await storeChallenge(db, options.challenge, { holders: [holder], purpose: 'signUp' }, userId)
    return options
  }

  bindRoute(app, startPasskeySignUp, async (input, request, reply) => {
    const party = requireRelyingParty(request)
    const signup = validatePasskeySignup(input)
    const { holder, header } = identifyBrowser(request)
    const options = await withDeadline(start(party.id, signup, holder))
    return sendUncached(request, reply, serialise(startPasskeySignUp, options), ['vary', 'cookie', ...header])
  })

  bindRoute(app, signUpWithPasskey, async (input, request, reply) => {
    const party = requireRelyingParty(request)
    const signup = { ...validatePasskeySignup(input), passkey: input.passkey }
    const asked = { holders: browserHolders(request), purpose: 'signUp' } as const
    const client = clientOf(request)
    const token = await abortAtDeadline(async signal => {
      const taken = await takeChallenge(db, signup.passkey.clientDataJSON, asked)
      const refund = limits.countSignup(client.address)
      try {
        return await signUp(db, signup, { ...taken, party, mails, given }, client, signal)
      } catch (error) {
        if (toRequestError(error).statusCode >= 500) refund()
        throw error
      }
    })
    return sendToken(request, reply, token)
  })
}

/**
 * The hash of a secret of the guest's browser, and the header that sets it: tabs share it, and it lives as long as the latest
 * challenge.
 */
function identifyBrowser(request: FastifyRequest): { holder: string; header: ['set-cookie', string] } {
  const [secret = createToken()] = likelyTokens(readCookieValues(request, BROWSER_COOKIE))
  const header = setCookieHeader(request, BROWSER_COOKIE, secret, CHALLENGE_LIFETIME_MS / 1000)
  return { holder: hashToken(secret), header }
}

/** The hashes that the guest's browser may be known by; a sibling host can set a second cookie of the same name. */
function browserHolders(request: FastifyRequest): string[] {
  return likelyTokens(readCookieValues(request, BROWSER_COOKIE)).map(hashToken)
}
