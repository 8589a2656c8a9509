import type { JWTVerifyGetKey } from 'jose'
import * as z from 'zod/mini'
import { RequestError } from '../../http/errors/request-errors.ts'

const TIMEOUT_MS = 5_000
const METADATA_TTL_MS = 86_400_000
const RETRY_SECONDS = 30

const discovery = z.object({ issuer: z.string(), authorization_endpoint: z.url(), jwks_uri: z.url() })

/** From the provider's discovery document. */
export interface ProviderMetadata {
  /** Authorization endpoint. */
  readonly authorizationAddress: string
  /** Signing keys, fetched on first use and cached. */
  readonly keys: JWTVerifyGetKey
}

/** The OpenID Connect provider of federated sign-in. */
export class IdentityProvider {
  readonly issuer: string
  readonly clientId: string
  #metadata: ProviderMetadata | undefined
  #validUntil = 0
  #fetching: Promise<ProviderMetadata> | undefined

  constructor(issuer: string, clientId: string) {
    this.issuer = issuer
    this.clientId = clientId
  }

  /** The last metadata; undefined if the provider has never answered. */
  get known(): ProviderMetadata | undefined {
    return this.#metadata
  }

  /**
   * Fetches the metadata at most once a day. While the provider is unreachable, the previous metadata is used.
   * @throws ProviderUnavailableError if the provider has never been reached
   */
  async readMetadata(): Promise<ProviderMetadata> {
    if (this.#metadata && this.#validUntil > Date.now()) return this.#metadata
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = undefined
    })
    try {
      return await this.#fetching
    } catch (error) {
      if (this.#metadata) return this.#metadata
      throw new ProviderUnavailableError(error)
    }
  }

  async #fetch(): Promise<ProviderMetadata> {
    const address = `${this.issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(address, { signal, redirect: 'error' })
    if (!response.ok) throw new Error(`The provider answers with status ${response.status}.`)
    const document = discovery.parse(await response.json())
    if (document.issuer !== this.issuer)
      throw new Error('The issuer in the discovery document is another one.')
    const requiredScheme = this.issuer.startsWith('https:') ? 'https:' : 'http'
    if (![document.jwks_uri, document.authorization_endpoint].every(url => url.startsWith(requiredScheme))) {
      throw new Error('The provider endpoints do not use HTTPS.')
    }
    const { createRemoteJWKSet } = await import('jose')
    const keys = createRemoteJWKSet(new URL(document.jwks_uri), { timeoutDuration: TIMEOUT_MS })
    // jose caches the keys and refetches them.
    this.#metadata = { authorizationAddress: document.authorization_endpoint, keys }
    this.#validUntil = Date.now() + METADATA_TTL_MS
    return this.#metadata
  }
}

/** 503: the provider is not configured or unreachable. */
export class ProviderUnavailableError extends RequestError {
  override name = 'ProviderUnavailableError'
  constructor(cause?: unknown) {
    super(503, 'Signing in through this provider is not possible at the moment.', RETRY_SECONDS)
    this.cause = cause
  }
}
