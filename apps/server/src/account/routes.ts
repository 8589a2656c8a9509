import * as contract from '@refrain/contract/account'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { write } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { bind, bindRoute } from '../http/bind.ts'
import { setCookieHeader } from '../http/cookies.ts'
import { endAtDeadline } from '../http/deadline.ts'
import { RequestError, toRefusal, UnauthorizedError } from '../http/errors.ts'
import { addressOf } from '../http/limit-rate.ts'
import { sendOnce } from '../http/send-answer.ts'
import { registerCookies } from './cookie-routes.ts'
import { foldEmail } from './fold-email.ts'
import { Sessions } from './sessions.ts'
import { isKnownAddress, signIn } from './sign-in.ts'
import { SignInLimits } from './sign-in-limits.ts'
import { readSignup, type Signup, signUp } from './sign-up.ts'
import { readUser, removeUser } from './user-store.ts'

const SWEEP_MS = 600_000

/** Sign up, log in, who am I, delete the account; and what tells all other calls who asks. */
export function registerAccount(app: FastifyInstance, db: Database): void {
  const sessions = new Sessions(db)
  app.decorate('findActor', token => sessions.find(token))
  sweepNowAndThen(app, sessions)
  registerSigningIn(app, db)
  registerCookies(app, sessions)

  bind(app, contract.fetchOwnUser, async (_input, { userId }) => {
    const user = await readUser(db, userId)
    if (!user) throw new UnauthorizedError()
    return user
  })
  bind(app, contract.deleteUser, async (_input, { userId }) => {
    const removed = await write(db, tx => removeUser(tx, userId))
    if (!removed) throw new UnauthorizedError()
    return { success: true as const }
  })
}

function registerSigningIn(app: FastifyInstance, db: Database): void {
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
      if (token === undefined) throw new RequestError(401, contract.INVALID_CREDENTIALS)
      return token
    } finally {
      if (!failed) giveBack()
    }
  }

  async function makeAccount(signup: Signup, address: string, late: AbortSignal): Promise<string> {
    const giveBack = limits.countSignup(address)
    try {
      return await signUp(db, signup, address, late)
    } catch (error) {
      if (toRefusal(error).statusCode >= 500) giveBack()
      throw error
    }
  }

  bindRoute(app, contract.login, async (input, request, reply) =>
    sendToken(request, reply, await endAtDeadline(late => logIn(input, addressOf(request), late))),
  )
  bindRoute(app, contract.createUser, async (input, request, reply) => {
    const signup = await readSignup(input)
    const making = endAtDeadline(late => makeAccount(signup, addressOf(request), late))
    return sendToken(request, reply, await making)
  })
}

function sendToken(request: FastifyRequest, reply: FastifyReply, authtoken: string) {
  const cookie = setCookieHeader(request, 'token', authtoken)
  return sendOnce(request, reply, JSON.stringify({ authtoken }), ['vary', 'cookie', ...cookie])
}

function sweepNowAndThen(app: FastifyInstance, sessions: Sessions): void {
  const timer = setInterval(() => {
    sessions.sweep().catch(error => console.error(`Expired sessions stay for now: ${error.message}`))
  }, SWEEP_MS).unref()
  app.addHook('onClose', () => clearInterval(timer))
}
