import type { Notice } from '@refrain/contract/notifications'

/**
 * `gone`: there is no such device any more. `refused`: this does not go to this device, however often it is tried.
 * `later`: it may go through another time.
 */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'later'

/** Hands a notification to whoever reaches a device. Never throws: what fails is `later`. */
export interface PushTransport {
  send(token: string, message: Notice): Promise<PushOutcome>
}

/** Kept by a service that cannot reach the device at once, and thrown away after that: a day. */
export const PUSH_SECONDS = 86_400
/** Wrong, or signed by somebody else than the device knows, or too much: the same again would get the same answer. */
export const REFUSED = new Set([400, 401, 403, 413])
/** So long somebody who takes notifications may take to answer. */
export const PUSH_PATIENCE_MS = 10_000
