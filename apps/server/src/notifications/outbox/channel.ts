import type { Transaction } from '../../database/tables.ts'
import type { ClaimedDelivery, ClaimOptions } from './claim-store.ts'

/** `sent`, `gone`: never to be sent, `later`: to be tried again, `unanswered`: perhaps sent. */
export type DeliveryOutcome = 'sent' | 'gone' | 'later' | 'unanswered'

/** Takes what is due on one way to those it is for. */
export interface Channel {
  /** How many are under way at once. */
  readonly maxConcurrent: number
  /** What goes together is claimed together. */
  claim(tx: Transaction, options: ClaimOptions): Promise<ClaimedDelivery[][]>
  send(claimed: readonly [ClaimedDelivery, ...ClaimedDelivery[]]): Promise<DeliveryOutcome>
}
