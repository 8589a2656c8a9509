import type { FastifyRequest } from 'fastify'
import { likelyTokens, readCookieValues, setCookieHeader } from '../../http/requests/cookies.ts'
import { createToken, hashToken } from '../sessions/token.ts'
import { CHALLENGE_LIFETIME_MS } from './challenges.ts'

/** Tells browsers of guests apart while they answer a challenge. */
const NAME = 'passkey'

/**
 * The hash of a secret of the guest's browser, and the header that sets it: tabs share it, and it lives as long as the latest
 * challenge.
 */
export function identifyBrowser(request: FastifyRequest): { holder: string; header: ['set-cookie', string] } {
  const [secret = createToken()] = likelyTokens(readCookieValues(request, NAME))
  const header = setCookieHeader(request, NAME, secret, CHALLENGE_LIFETIME_MS / 1000)
  return { holder: hashToken(secret), header }
}

/** The hashes that the guest's browser may be known by; a sibling host can set a second cookie of the same name. */
export function browserHolders(request: FastifyRequest): string[] {
  return likelyTokens(readCookieValues(request, NAME)).map(hashToken)
}
