import { hash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import * as z from 'zod/mini'
import { RequestError } from '../../http/errors/request-errors.ts'
import { type IdentityProvider, ProviderUnavailableError } from './identity-provider.ts'

const GOOGLE = 'https://accounts.google.com'
const CLOCK_TOLERANCE_SECONDS = 60
/** Allows for the redirect between signing in there and here. */
const MAX_AGE_SECONDS = 600

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.email().check(z.maxLength(254)),
  /** An unverified address could be somebody else's. */
  email_verified: z.literal(true),
  name: z.optional(z.string()),
  picture: z.optional(z.string()),
})

/** The verified claims of an ID token. */
export type Identity = z.infer<typeof claims>

/**
 * Verifies an ID token: signed by the provider with RS256, issued recently and for this client. Its nonce must be the
 * SHA-256 of `secret`, which only the page that requested the token knows, so that a stolen token is useless.
 * @throws RequestError (401) if it is invalid
 * @throws ProviderUnavailableError if the provider's keys cannot be fetched
 */
export async function verifyIdToken(
  provider: IdentityProvider,
  token: string,
  secret: string | undefined,
): Promise<Identity> {
  const payload = await verify(provider, token)
  const parties = Array.isArray(payload.aud) ? payload.aud.length : 1
  const isForClient = payload.azp === undefined ? parties === 1 : payload.azp === provider.clientId
  const expected = secret === undefined ? undefined : hash('sha256', secret, 'base64url')
  const identity = claims.safeParse(payload)
  if (!isForClient || payload.nonce !== expected || !identity.success) throw createInvalidTokenError()
  return identity.data
}

async function verify(provider: IdentityProvider, token: string): Promise<JWTPayload> {
  const { keys } = await provider.readMetadata()
  const { errors, jwtVerify } = await import('jose')
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      // Google documents that it may leave out the scheme.
      issuer: provider.issuer === GOOGLE ? [GOOGLE, 'accounts.google.com'] : provider.issuer,
      audience: provider.clientId,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      maxTokenAge: MAX_AGE_SECONDS,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    return payload
  } catch (error) {
    // The keys could not be fetched or read.
    const unavailable = [errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code]
    const isUnavailable = !(error instanceof errors.JOSEError) || unavailable.includes(error.code)
    throw isUnavailable ? new ProviderUnavailableError(error) : createInvalidTokenError()
  }
}

const createInvalidTokenError = () => new RequestError(401, 'The sign-in does not hold: try again.')
