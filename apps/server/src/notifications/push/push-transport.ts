import type { PushMessage } from '@refrain/contract/notifications/messages'

/**
 * `gone`: there is no such device any more. `refused`: this does not go to this device, however often it is tried.
 * `later`: it may go through another time.
 */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'later'

/** Hands a notification to whoever reaches a device. Never throws: what fails is `later`. */
export interface PushTransport {
  /** @param expiresAt a service that cannot reach the device by then throws it away */
  send(token: string, message: PushMessage, expiresAt: number): Promise<PushOutcome>
}

/** So many whole seconds are left until an instant, as push services are told. */
export function secondsUntil(instant: number): number {
  return Math.max(0, Math.round((instant - Date.now()) / 1000))
}

/** Wrong, or signed by somebody else than the device knows, or too much: the same again would get the same answer. */
export const REFUSED_STATUSES = new Set([400, 401, 403, 413])
/** So long somebody who takes notifications may take to answer. */
export const PUSH_TIMEOUT_MS = 10_000
