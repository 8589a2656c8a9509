import { deleteCookie, getCookie, isCookieName, setCookie } from '@refrain/contract/account/cookies'
import { isToken } from '@refrain/contract/account/session'
import { byteLimits } from '@refrain/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bindRoute } from '../../http/bind.ts'
import { InvalidInputError, NotFoundError, RequestError } from '../../http/errors/request-errors.ts'
import {
  encodeCookie,
  likelyTokens,
  readCookies,
  readCookieValues,
  setCookieHeader,
} from '../../http/requests/cookies.ts'
import { sendUncached } from '../../http/responses/send-json.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { chooseEvictions, countForeignBytes } from './evict-cookies.ts'
import { findValidTokens } from './find-valid-tokens.ts'

const TOKEN = 'token'

/** Keeps, tells and clears the cookies that mirror what the browser keeps; scripts reach them only here. */
export function registerCookies(app: FastifyInstance, sessions: Sessions): void {
  bindRoute(app, setCookie, async ({ param_name: name, param_value: value }, request, reply) => {
    if (name === TOKEN && !isToken(value)) throw new InvalidInputError('param_value: is not a token')
    const fits = encodeCookie(value).length <= byteLimits.cookie
    const foreign = countForeignBytes(request.headers.cookie)
    const leaving = fits ? chooseEvictions(readCookies(request), name, value, foreign) : undefined
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
    if (name === TOKEN) return answerToken(request, reply)
    const value = readCookies(request)[known(name)] ?? null
    return answer(request, reply, { name, value })
  })

  bindRoute(app, deleteCookie, async ({ name }, request, reply) => {
    if (name === TOKEN) return logOut(request, reply)
    return answer(request, reply, { success: true }, setCookieHeader(request, known(name), undefined))
  })

  /** One of several that sign in may have been planted by a sibling host: then nobody is signed in here. */
  async function answerToken(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const given = readCookieValues(request, TOKEN)
    const live = await findValidTokens(sessions, likelyTokens(given))
    const value = live.length === 1 ? live[0] : null
    const over = given.length > 0 && live.length === 0
    return answer(
      request,
      reply,
      { name: TOKEN, value },
      over ? setCookieHeader(request, TOKEN, undefined) : [],
    )
  }

  async function logOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const given = likelyTokens(readCookieValues(request, TOKEN))
    await Promise.all(given.map(token => sessions.end(token)))
    const names = new Set([TOKEN, ...Object.keys(readCookies(request)).filter(isCookieName)])
    const cleared = Array.from(names, name => setCookieHeader(request, name, undefined))
    return answer(request, reply, { success: true }, cleared.flat())
  }
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
  return sendUncached(request, reply, JSON.stringify(body), ['vary', 'cookie', ...headers])
}
