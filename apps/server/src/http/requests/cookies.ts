import { isToken } from '@refrain/contract/account/session'
import { dayLimits } from '@refrain/contract/limits'
import { type Cookies, parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'
import { cookiePrefix } from '../path-prefix.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Read them with `readTokenCookies`. */
    tokenCookies: readonly string[] | undefined
  }
}

const DAY_SECONDS = 86_400

/** The request's cookies, decoded, in the browser's order: oldest first. Under a path prefix only our own, by their names behind it. */
export function readCookies({ headers, server }: FastifyRequest): Cookies {
  const cookies = parseCookie(headers.cookie ?? '')
  const before = cookiePrefix(server.pathPrefix)
  if (before === '') return cookies
  const own = Object.entries(cookies).filter(([name]) => name.startsWith(before))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(before.length), value]))
}

/** All values of one cookie name: a sibling host can set a second cookie of the same name. */
export function readCookieValues({ headers, server }: FastifyRequest, name: string): string[] {
  const full = cookiePrefix(server.pathPrefix) + name
  return splitCookies(headers.cookie).flatMap(pair => parseCookie(pair)[full] ?? [])
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
      name: cookiePrefix(request.server.pathPrefix) + name,
      value: value ?? '',
      maxAge: value === undefined ? 0 : seconds,
      path: cookiePath(request),
      httpOnly: true,
      sameSite: 'strict',
      secure: isSecure(request),
    },
    { encode: encodeCookie },
  )
  return ['set-cookie', cookie]
}

/** A backend of its own is at the root of its host. */
function cookiePath({ server }: FastifyRequest): string {
  return (server.backendUrl === '' && server.pathPrefix) || '/'
}

function isSecure({ server, protocol }: FastifyRequest): boolean {
  return server.publicUrl ? server.publicUrl.startsWith('https:') : protocol === 'https'
}
