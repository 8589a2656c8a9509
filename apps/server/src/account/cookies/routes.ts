import { deleteCookie, getCookie, isCookieName, setCookie } from '@refrain/contract/account/cookies'
import { isToken } from '@refrain/contract/account/session'
import { byteLimits } from '@refrain/contract/limits'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bindRoute } from '../../http/bind.ts'
import {
  InvalidInputError,
  NotFoundError,
  RequestError,
  toRequestError,
} from '../../http/errors/request-errors.ts'
import { withDeadline } from '../../http/limits/deadline.ts'
import { cookiePrefix } from '../../http/path-prefix.ts'
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

/** How long the pages wait to learn who is signed in. */
const TIMEOUT_SECONDS = 3

const TOKEN_COOKIE = 'token'

/** Sets, reads and deletes the HttpOnly cookies that mirror the browser's local storage. */
export function registerCookies(app: FastifyInstance, sessions: Sessions): void {
  bindRoute(app, setCookie, async ({ name, value }, request, reply) => {
    if (name === TOKEN_COOKIE && !isToken(value)) throw new InvalidInputError('param_value: is not a token')
    const fits = encodeCookie(value).length <= byteLimits.cookie
    const foreign = countForeignBytes(request.headers.cookie, cookiePrefix(request.server.pathPrefix))
    const evicted = fits ? chooseEvictions(readCookies(request), name, value, foreign) : undefined
    if (!evicted) {
      // No cookie is better than an outdated one.
      reply.header(...setCookieHeader(request, name, undefined))
      throw new RequestError(413, 'The value is too large for a cookie.')
    }
    return sendWithCookies(request, reply, { success: true }, [
      ...evicted.flatMap(other => setCookieHeader(request, other, undefined)),
      ...setCookieHeader(request, name, value),
    ])
  })

  bindRoute(app, getCookie, async ({ name }, request, reply) => {
    if (name === TOKEN_COOKIE) return answerToken(request, reply)
    const value = readCookies(request)[requireKnownName(name)] ?? null
    return sendWithCookies(request, reply, { name, value })
  })

  bindRoute(app, deleteCookie, async ({ name }, request, reply) => {
    if (name === TOKEN_COOKIE) return logOut(request, reply)
    return sendWithCookies(
      request,
      reply,
      { success: true },
      setCookieHeader(request, requireKnownName(name), undefined),
    )
  })

  /** A sibling host can plant a token cookie. With two valid ones there is no telling, and nobody is signed in. */
  async function answerToken(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const tokens = readCookieValues(request, TOKEN_COOKIE)
    const valid = await findValidTokens(sessions, likelyTokens(tokens))
    const value = valid.length === 1 ? valid[0] : null
    const hasExpired = tokens.length > 0 && valid.length === 0
    return sendWithCookies(
      request,
      reply,
      { name: TOKEN_COOKIE, value },
      hasExpired ? setCookieHeader(request, TOKEN_COOKIE, undefined) : [],
    )
  }

  async function logOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const tokens = likelyTokens(readCookieValues(request, TOKEN_COOKIE))
    await Promise.all(tokens.map(token => sessions.end(token)))
    const names = new Set([TOKEN_COOKIE, ...Object.keys(readCookies(request)).filter(isCookieName)])
    const cleared = Array.from(names, name => setCookieHeader(request, name, undefined))
    return sendWithCookies(request, reply, { success: true }, cleared.flat())
  }
}

/** @throws NotFoundError for an unknown cookie name */
function requireKnownName(name: string): string {
  if (!isCookieName(name)) throw new NotFoundError('There is no such cookie.')
  return name
}

async function sendWithCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  body: object,
  headers: readonly string[] = [],
): Promise<void> {
  return sendUncached(request, reply, JSON.stringify(body), ['vary', 'cookie', ...headers])
}

/**
 * Those of the tokens that have a session. While the database is unavailable, a single token counts as valid, so that an
 * outage signs nobody out.
 * @throws if the database is unavailable and there are several tokens
 */
async function findValidTokens(sessions: Sessions, tokens: readonly string[]): Promise<string[]> {
  try {
    const found = await withDeadline(Promise.all(tokens.map(token => sessions.find(token))), TIMEOUT_SECONDS)
    return tokens.filter((_, n) => found[n])
  } catch (error) {
    if (tokens.length === 1 && toRequestError(error).statusCode === 503) return [...tokens]
    throw error
  }
}
