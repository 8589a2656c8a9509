import { createRemoteJWKSet, type JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'
import { RequestError } from '../../http/errors/request-errors.ts'

const PATIENCE_MS = 5_000
const KEEP_MS = 86_400_000
const RETRY_SECONDS = 30

const discovery = z.object({ issuer: z.string(), authorization_endpoint: z.url(), jwks_uri: z.url() })

/** What a provider says of itself. */
export interface ProviderMetadata {
  /** Where whoever signs in is sent. */
  readonly authorizationAddress: string
  /** Its keys, asked for when they are needed first and kept. */
  readonly keys: JWTVerifyGetKey
}

/** The OpenID Connect provider of federated sign-in, known by its issuer alone. */
export class IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  #facts: ProviderMetadata | undefined
  #until = 0
  #asking: Promise<ProviderMetadata> | undefined

  constructor(issuer: string, clientId: string) {
    this.issuer = issuer
    this.clientId = clientId
  }

  /** What was learned so far; undefined where it never answered. */
  get known(): ProviderMetadata | undefined {
    return this.#facts
  }

  /**
   * What the provider says of itself, asked for once a day; what it said before does where it cannot be reached.
   * @throws ProviderAwayError where it was never reached
   */
  async facts(): Promise<ProviderMetadata> {
    if (this.#facts && this.#until > Date.now()) return this.#facts
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    try {
      return await this.#asking
    } catch (error) {
      if (this.#facts) return this.#facts
      throw new ProviderUnavailableError(error)
    }
  }

  async #ask(): Promise<ProviderMetadata> {
    const address = `${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const answer = await fetch(address, { signal, redirect: 'error' })
    if (!answer.ok) throw new Error(`The provider answers ${answer.status}.`)
    const said = discovery.parse(await answer.json())
    if (said.issuer !== this.issuer) throw new Error('The provider is another than it was asked for.')
    const safe = this.issuer.startsWith('https:') ? 'https:' : 'http'
    if (![said.jwks_uri, said.authorization_endpoint].every(url => url.startsWith(safe))) {
      throw new Error('The provider keeps its keys out of reach of HTTPS.')
    }
    const keys = createRemoteJWKSet(new URL(said.jwks_uri), { timeoutDuration: PATIENCE_MS })
    // Keys that are cached stay so: they are asked for anew by themselves.
    this.#facts = { authorizationAddress: said.authorization_endpoint, keys }
    this.#until = Date.now() + KEEP_MS
    return this.#facts
  }
}

/** 503: the provider is not set up, or cannot be reached. */
export class ProviderUnavailableError extends RequestError {
  override name = 'ProviderAwayError'
  constructor(cause?: unknown) {
    super(503, 'Signing in through this provider is not possible at the moment.', RETRY_SECONDS)
    this.cause = cause
  }
}
