import type { PushMessage } from '@refrain/contract/notifications/messages'
import { importPKCS8, SignJWT } from 'jose'
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
/** What a refusal says of a token that is none. */
const INVALID_TOKEN_ANSWER = /"message\.token"|registration token/i
/** What is granted is used no longer than until so long before its end. */
const SPARE_MS = 60_000

const granted = z.object({ access_token: z.string(), expires_in: z.number() })

/** Notifications by Firebase Cloud Messaging (HTTP v1), for devices that its own library registered. */
export class Fcm implements PushTransport {
  readonly #account: FcmAccount
  readonly #publicUrl: string
  readonly #api: string
  readonly #log = new PushFailureLog()
  #grant: { readonly token: string; readonly until: number } | undefined

  /**
   * @param publicUrl where the pages are, or ''
   * @param api its address, where that is another
   */
  constructor(account: FcmAccount, publicUrl: string, api = API) {
    this.#account = account
    this.#publicUrl = publicUrl
    this.#api = api
  }

  async send(token: string, message: PushMessage, expiresAt: number): Promise<PushOutcome> {
    try {
      const body = JSON.stringify({ message: this.#compose(token, message, expiresAt) })
      let answer = await this.#post(body)
      if (answer.status === UNAUTHORIZED) {
        // What was granted may be taken back before its end.
        this.#grant = undefined
        answer = await this.#post(body)
      }
      return this.#outcomeOf(answer)
    } catch (error) {
      this.#log.failed(NAME, reasonOf(error))
      return 'later'
    }
  }

  async #post(body: string): Promise<{ status: number; said: string }> {
    const answer = await fetch(`${this.#api}/v1/projects/${this.#account.project_id}/messages:send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await this.#access()}` },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
    })
    return { status: answer.status, said: await answer.text() }
  }

  #outcomeOf({ status, said }: { status: number; said: string }): PushOutcome {
    if (status === UNKNOWN_DEVICE || (status === INVALID && INVALID_TOKEN_ANSWER.test(said))) return 'gone'
    if (status >= 200 && status < 300) {
      this.#log.worked(NAME)
      return 'sent'
    }
    this.#log.failed(NAME, `it answers ${status}.`)
    return REFUSED_STATUSES.has(status) ? 'refused' : 'later'
  }

  #compose(token: string, { title, body, url, tag }: PushMessage, expiresAt: number) {
    // It opens addresses of HTTPS only.
    const link = this.#publicUrl.startsWith('https:') && { link: new URL(url, this.#publicUrl).href }
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

  /** What lets us in, for an hour as a rule (RFC 7523). */
  async #access(): Promise<string> {
    if (this.#grant && this.#grant.until > Date.now()) return this.#grant.token
    const { client_email, private_key, token_uri } = this.#account
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ: 'JWT' })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await importPKCS8(private_key, SIGNING_ALGORITHM))
    const answer = await fetch(token_uri, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: GRANT, assertion }),
      redirect: 'error',
      signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`the service account is refused (${answer.status}).`)
    const { access_token, expires_in } = granted.parse(await answer.json())
    this.#grant = { token: access_token, until: Date.now() + expires_in * 1000 - SPARE_MS }
    return access_token
  }
}
