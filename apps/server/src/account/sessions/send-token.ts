import { login } from '@refrain/contract/account/sign-in'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { setCookieHeader } from '../../http/requests/cookies.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import { serialise } from '../../http/responses/serialise.ts'

/** Answers a sign-in with the token of its session, in the body and as a cookie. */
export function sendToken(request: FastifyRequest, reply: FastifyReply, token: string) {
  const cookie = setCookieHeader(request, 'token', token)
  return sendUncached(request, reply, serialise(login, { token }), ['vary', 'cookie', ...cookie])
}
