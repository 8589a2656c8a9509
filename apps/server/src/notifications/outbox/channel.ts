import type { Transaction } from '../../database/tables.ts'
import type { ClaimedDelivery, ClaimOptions } from './claim-store.ts'

/** `gone`: can never be delivered. `later`: failed, to be retried. `unanswered`: may or may not have arrived. */
export type DeliveryOutcome = 'sent' | 'gone' | 'later' | 'unanswered'

/** A way to reach recipients, such as push or email. */
export interface Channel {
  /** How many groups are sent at the same time. */
  readonly maxConcurrent: number
  /** Claims due deliveries, in groups that are sent together. */
  claim(tx: Transaction, options: ClaimOptions): Promise<ClaimedDelivery[][]>
  send(deliveries: readonly [ClaimedDelivery, ...ClaimedDelivery[]]): Promise<DeliveryOutcome>
}
