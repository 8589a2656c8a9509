import { isToken } from '@refrain/contract/account/session'
import { dayLimits } from '@refrain/contract/limits'
import { type Cookies, parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'

const DAY_SECONDS = 86_400

/** The cookies a request brought, decoded, in the order the browser keeps them: oldest first. */
export function readCookies({ headers }: FastifyRequest): Cookies {
  return parseCookie(headers.cookie ?? '')
}

/** Every value that came under the name: a sibling host can set cookies for this one too. */
export function readCookieValues({ headers }: FastifyRequest, name: string): string[] {
  return splitCookies(headers.cookie).flatMap(pair => parseCookie(pair)[name] ?? [])
}

/** Of so many cookies of the name one may be ours; nobody looks through more. */
const MOST_TOKENS = 5

/** Those of the cookies' values that could be tokens, each once. */
export function likelyTokens(values: readonly string[]): string[] {
  return [...new Set(values)].filter(isToken).slice(0, MOST_TOKENS)
}

/** The cookies of a header, each by itself as it was sent. */
export function splitCookies(header = ''): string[] {
  return header
    .split(';')
    .map(pair => pair.trim())
    .filter(Boolean)
}

/** How a value stands in a cookie. */
export function encodeCookie(value: string): string {
  return encodeURIComponent(value.toWellFormed())
}

/**
 * The header that keeps a value, or drops it where it is undefined: out of reach of scripts and of other
 * sites, and of plain HTTP where the service is reached by HTTPS.
 */
export function setCookieHeader(
  request: FastifyRequest,
  name: string,
  value: string | undefined,
): ['set-cookie', string] {
  const cookie = stringifySetCookie(
    {
      name,
      value: value ?? '',
      maxAge: value === undefined ? 0 : dayLimits.session * DAY_SECONDS,
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
