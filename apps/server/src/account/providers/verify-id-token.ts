import { hash } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { RequestError } from '../../http/errors/request-errors.ts'
import { type IdentityProvider, ProviderUnavailableError } from './identity-provider.ts'

const GOOGLE = 'https://accounts.google.com'
const TOLERANCE_SECONDS = 60
/** Between signing in there and here lies a redirect. */
const OLDEST_SECONDS = 600

const claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.email().check(z.maxLength(254)),
  /** Somebody else's address would take their place here. */
  email_verified: z.literal(true),
  name: z.optional(z.string()),
  picture: z.optional(z.string()),
})

/** What a provider vouches for. */
export type Identity = z.infer<typeof claims>

/**
 * Checks an ID token: signed by the provider with RS256, for us, of late, and asked for by the page that sends
 * it. The nonce in the token is the hash of a secret of that page: who finds a token cannot use it.
 * @throws RequestError (401) where it does not hold
 * @throws ProviderAwayError where the provider's keys cannot be had
 */
export async function verifyIdToken(
  provider: IdentityProvider,
  token: string,
  secret: string | undefined,
): Promise<Identity> {
  const payload = await verify(provider, token)
  const parties = Array.isArray(payload.aud) ? payload.aud.length : 1
  const meant = payload.azp === undefined ? parties === 1 : payload.azp === provider.clientId
  const expected = secret === undefined ? undefined : hash('sha256', secret, 'base64url')
  const identity = claims.safeParse(payload)
  if (!meant || payload.nonce !== expected || !identity.success) throw refused()
  return identity.data
}

async function verify(provider: IdentityProvider, token: string): Promise<JWTPayload> {
  const { keys } = await provider.facts()
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      // Google leaves the scheme out at times, and says so.
      issuer: provider.issuer === GOOGLE ? [GOOGLE, 'accounts.google.com'] : provider.issuer,
      audience: provider.clientId,
      clockTolerance: TOLERANCE_SECONDS,
      maxTokenAge: OLDEST_SECONDS,
      requiredClaims: ['exp', 'iat', 'sub'],
    })
    return payload
  } catch (error) {
    const away = !(error instanceof errors.JOSEError) || AWAY.has(error.code)
    throw away ? new ProviderUnavailableError(error) : refused()
  }
}

/** The keys did not come, or were none. */
const AWAY = new Set([errors.JOSEError.code, errors.JWKSTimeout.code, errors.JWKSInvalid.code])

const refused = () => new RequestError(401, 'The sign-in does not hold: try again.')
