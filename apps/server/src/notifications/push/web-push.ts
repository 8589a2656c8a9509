import { createHash } from 'node:crypto'
import type { PushMessage } from '@refrain/contract/notifications/messages'
import { PushFailureLog, reasonOf } from './push-failure-log.ts'
import { findPushService, readSubscription } from './push-subscription.ts'
import {
  PUSH_TIMEOUT_MS,
  type PushOutcome,
  type PushTransport,
  REFUSED_STATUSES,
  secondsUntil,
} from './push-transport.ts'
import type { VapidKeys } from './vapid-keys.ts'

/** Maximum length of a topic, by which a message replaces an earlier one (RFC 8030, 5.4). */
const TOPIC_LENGTH = 32

export interface WebPushParts {
  readonly keys: () => Promise<VapidKeys>
  /** Contact for push services: a web or `mailto:` address. */
  readonly subject: string
  readonly hosts: readonly string[]
}

/** Push messages, encrypted, through the push service of the browser (RFC 8030, 8291, 8292). */
export class WebPush implements PushTransport {
  readonly #parts: WebPushParts
  readonly #log = new PushFailureLog()

  constructor(parts: WebPushParts) {
    this.#parts = parts
  }

  async send(token: string, message: PushMessage, expiresAt: number): Promise<PushOutcome> {
    const { keys, subject, hosts } = this.#parts
    const subscription = readSubscription(token, hosts)
    const service = subscription && findPushService(subscription.endpoint, hosts)
    // Refused, not gone: the operator may list the host again.
    if (!service) return 'refused'
    try {
      const { default: webPush } = await import('web-push')
      const vapidDetails = { subject, ...(await keys()) }
      const topic = createHash('sha256').update(message.tag).digest('base64url').slice(0, TOPIC_LENGTH)
      const options = { vapidDetails, topic, TTL: secondsUntil(expiresAt) }
      const request = webPush.generateRequestDetails(subscription, JSON.stringify(message), options)
      const { 'Content-Length': _, ...headers } = request.headers
      // web-push's own sending has no overall time limit and supports only HTTPS.
      const response = await fetch(subscription.endpoint, {
        method: 'POST',
        headers: headers as Record<string, string>,
        body: new Uint8Array(request.body),
        redirect: 'error',
        signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
      })
      await response.body?.cancel()
      return this.#outcomeOf(response.status, service)
    } catch (error) {
      this.#log.failed(service, reasonOf(error))
      return 'later'
    }
  }

  #outcomeOf(status: number, service: string): PushOutcome {
    if (GONE.has(status)) return 'gone'
    if (status >= 200 && status < 300) {
      this.#log.worked(service)
      return 'sent'
    }
    this.#log.failed(service, `HTTP status ${status}`)
    return REFUSED_STATUSES.has(status) ? 'refused' : 'later'
  }
}

const GONE = new Set([404, 410])
