import type { PushMessage } from '@refrain/contract/notifications/messages'

/** `gone`: the device no longer exists. `refused`: this message will never be accepted. `later`: worth a retry. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'later'

/** Hands a message to a push service. Never throws: failures are `later`. */
export interface PushTransport {
  /** @param expiresAt epoch milliseconds; the push service drops the message if the device is offline until then */
  send(token: string, message: PushMessage, expiresAt: number): Promise<PushOutcome>
}

/** Whole seconds from now until an instant, for the TTL of a message. */
export function secondsUntil(instant: number): number {
  return Math.max(0, Math.round((instant - Date.now()) / 1000))
}

/** Invalid, wrongly signed or too large: a retry would get the same response. */
export const REFUSED_STATUSES = new Set([400, 401, 403, 413])
/** Time limit for a response from a push service. */
export const PUSH_TIMEOUT_MS = 10_000
