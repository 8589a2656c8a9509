import { COOKIE_BYTES, deleteCookie, getCookie, isCookieName, setCookie } from '@refrain/contract/cookies'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bindRoute } from '../http/bind.ts'
import { encodeCookie, readCookies, setCookieHeader } from '../http/cookies.ts'
import { NotFoundError, RequestError } from '../http/errors.ts'
import { sendOnce } from '../http/send-answer.ts'
import { makeRoom } from './cookie-room.ts'
import type { Sessions } from './sessions.ts'

/** Keeps, tells and clears the cookies that mirror what the browser keeps; scripts reach them only here. */
export function registerCookies(app: FastifyInstance, sessions: Sessions): void {
  bindRoute(app, setCookie, async ({ param_name: name, param_value: value }, request, reply) => {
    const fits = encodeCookie(value).length <= COOKIE_BYTES
    const leaving = fits ? makeRoom(readCookies(request), name, value) : undefined
    if (!leaving) {
      // Rather none than one that no longer says what the browser keeps.
      reply.header(...setCookieHeader(request, name, undefined))
      throw new RequestError(413, 'The value is too large for a cookie.')
    }
    return answer(request, reply, { success: true }, [
      ...leaving.flatMap(other => setCookieHeader(request, other, undefined)),
      ...setCookieHeader(request, name, value),
    ])
  })

  bindRoute(app, getCookie, async ({ name }, request, reply) => {
    const value = readCookies(request)[known(name)] ?? null
    return answer(request, reply, { name, value })
  })

  bindRoute(app, deleteCookie, async ({ name }, request, reply) => {
    const value = readCookies(request)[known(name)]
    if (name === 'token' && value !== undefined) await sessions.end(value)
    return answer(request, reply, { success: true }, setCookieHeader(request, name, undefined))
  })
}

/** @throws NotFoundError for a name outside the list */
function known(name: string): string {
  if (!isCookieName(name)) throw new NotFoundError('There is no such cookie.')
  return name
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  body: object,
  headers: readonly string[] = [],
): Promise<void> {
  return sendOnce(request, reply, JSON.stringify(body), ['vary', 'cookie', ...headers])
}
