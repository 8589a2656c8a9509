import type { PushMessage } from '@refrain/contract/notifications/messages'
import * as z from 'zod/mini'
import { type FcmAccount, SIGNING_ALGORITHM } from './fcm-account.ts'
import { PushFailureLog, reasonOf } from './push-failure-log.ts'
import {
  PUSH_TIMEOUT_MS,
  type PushOutcome,
  type PushTransport,
  REFUSED_STATUSES,
  secondsUntil,
} from './push-transport.ts'

const NAME = 'Firebase Cloud Messaging'
const API = 'https://fcm.googleapis.com'
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const UNKNOWN_DEVICE = 404
const INVALID = 400
const UNAUTHORIZED = 401
/** Distinguishes an invalid token from any other invalid request. */
const INVALID_TOKEN_ANSWER = /"message\.token"|registration token/i
/** Access tokens are renewed this long before they expire. */
const RENEW_MARGIN_MS = 60_000

const tokenResponse = z.object({ access_token: z.string(), expires_in: z.number() })

/** Push messages through Firebase Cloud Messaging (HTTP v1), for devices that its own library registered. */
export class Fcm implements PushTransport {
  readonly #account: FcmAccount
  readonly #publicUrl: string
  readonly #api: string
  readonly #log = new PushFailureLog()
  #accessToken: { readonly token: string; readonly expiresAt: number } | undefined

  /**
   * @param publicUrl PUBLIC_URL of the service, or ''
   * @param api address of Google's API; tests use their own
   */
  constructor(account: FcmAccount, publicUrl: string, api = API) {
    this.#account = account
    this.#publicUrl = publicUrl
    this.#api = api
  }

  async send(token: string, message: PushMessage, expiresAt: number): Promise<PushOutcome> {
    try {
      const body = JSON.stringify({ message: this.#compose(token, message, expiresAt) })
      let response = await this.#post(body)
      if (response.status === UNAUTHORIZED) {
        // The access token may have been revoked.
        this.#accessToken = undefined
        response = await this.#post(body)
      }
      return this.#outcomeOf(response)
    } catch (error) {
      this.#log.failed(NAME, reasonOf(error))
      return 'later'
    }
  }

  async #post(body: string): Promise<{ status: number; text: string }> {
    const response = await fetch(`${this.#api}/v1/projects/${this.#account.project_id}/messages:send`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await this.#getAccessToken()}`,
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
    })
    return { status: response.status, text: await response.text() }
  }

  #outcomeOf({ status, text }: { status: number; text: string }): PushOutcome {
    if (status === UNKNOWN_DEVICE || (status === INVALID && INVALID_TOKEN_ANSWER.test(text))) return 'gone'
    if (status >= 200 && status < 300) {
      this.#log.worked(NAME)
      return 'sent'
    }
    this.#log.failed(NAME, `HTTP status ${status}`)
    return REFUSED_STATUSES.has(status) ? 'refused' : 'later'
  }

  #compose(token: string, { title, body, url, tag }: PushMessage, expiresAt: number) {
    // FCM accepts only HTTPS links.
    const link = this.#publicUrl.startsWith('https:') && { link: this.#publicUrl + url }
    return {
      token,
      data: { title, body, url, tag },
      webpush: {
        headers: { TTL: String(secondsUntil(expiresAt)) },
        notification: { title, body, tag },
        ...(link && { fcm_options: link }),
      },
    }
  }

  /** An access token for the service account, usually valid for an hour (RFC 7523). */
  async #getAccessToken(): Promise<string> {
    if (this.#accessToken && this.#accessToken.expiresAt > Date.now()) return this.#accessToken.token
    const { client_email, private_key, token_uri } = this.#account
    const { importPKCS8, SignJWT } = await import('jose')
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'JWT' })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importPKCS8(private_key, SIGNING_ALGORITHM))
    const response = await fetch(token_uri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, assertion }),
      redirect: 'error',
      signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
    })
    if (!response.ok) throw new Error(`the service account was refused (HTTP status ${response.status})`)
    const { access_token, expires_in } = tokenResponse.parse(await response.json())
    this.#accessToken = { token: access_token, expiresAt: Date.now() + expires_in * 1000 - RENEW_MARGIN_MS }
    return access_token
  }
}
