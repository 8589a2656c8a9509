import type { Transaction } from '../database/tables.ts'
import type { Claimed, ClaimOptions } from './claim-store.ts'

/** `sent`, `gone`: never to be sent, `later`: to be tried again, `unanswered`: perhaps sent. */
export type Outcome = 'sent' | 'gone' | 'later' | 'unanswered'

/** Takes what is due on one way to those it is for. */
export interface Carrier {
  /** How many are under way at once. */
  readonly most: number
  /** What goes together is claimed together. */
  claim(tx: Transaction, options: ClaimOptions): Promise<Claimed[][]>
  carry(claimed: readonly [Claimed, ...Claimed[]]): Promise<Outcome>
}
