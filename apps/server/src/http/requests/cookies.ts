import { isToken } from '@refrain/contract/account/session'
import { dayLimits } from '@refrain/contract/limits'
import { type Cookies, parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** Read them with `readTokenCookies`. */
    tokenCookies: readonly string[] | undefined
  }
}

const DAY_SECONDS = 86_400

/** The request's cookies, decoded, in the browser's order: oldest first. */
export function readCookies({ headers }: FastifyRequest): Cookies {
  return parseCookie(headers.cookie ?? '')
}

/** All values of one cookie name: a sibling host can set a second cookie of the same name. */
export function readCookieValues({ headers }: FastifyRequest, name: string): string[] {
  return splitCookies(headers.cookie).flatMap(pair => parseCookie(pair)[name] ?? [])
}

/** The request's cookies that may hold the session's token: parsed once, since limits and counts ask before the call does. */
export function readTokenCookies(request: FastifyRequest): readonly string[] {
  request.tokenCookies ??= request.headers.cookie?.includes('token')
    ? likelyTokens(readCookieValues(request, 'token'))
    : []
  return request.tokenCookies
}

/** How many token cookies of one request are looked up. */
const MAX_TOKENS = 5

/** The distinct values that have the shape of a token. */
export function likelyTokens(values: readonly string[]): string[] {
  return [...new Set(values)].filter(isToken).slice(0, MAX_TOKENS)
}

/** Splits a Cookie header into its `name=value` pairs. */
export function splitCookies(header = ''): string[] {
  return header
    .split(';')
    .map(pair => pair.trim())
    .filter(Boolean)
}

export function encodeCookie(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

/**
 * The header that sets a cookie, or deletes it if `value` is undefined. HttpOnly, SameSite, and Secure over HTTPS.
 * @param seconds until it expires
 */
export function setCookieHeader(
  request: FastifyRequest,
  name: string,
  value: string | undefined,
  seconds = dayLimits.session * DAY_SECONDS,
): ['set-cookie', string] {
  const cookie = stringifySetCookie(
    {
      name,
      value: value ?? '',
      maxAge: value === undefined ? 0 : seconds,
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: isSecure(request),
    },
    { encode: encodeCookie },
  )
  return ['set-cookie', cookie]
}

function isSecure({ server, protocol }: FastifyRequest): boolean {
  return server.publicUrl ? server.publicUrl.startsWith('https:') : protocol === 'https'
}
