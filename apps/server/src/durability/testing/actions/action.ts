import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import { callService } from '../call-service.ts'
import type { ListenerState } from '../listener-state.ts'
import type { Random } from '../random.ts'

/** Catalogue ids that listeners choose from. */
export interface CatalogueIds {
  readonly artists: readonly string[]
  readonly albums: readonly string[]
  readonly tracks: readonly string[]
}

/** One change that a listener asks for. */
export interface Action {
  readonly name: string
  /** Sends it; a repetition has no further effect. */
  send(address: string): Promise<void>
  /** Applies it to the expected state. */
  apply(state: ListenerState): void
  /** Error status of a repetition that found it done. */
  readonly statusIfDone?: number
  /** Seconds later, a repetition counts as another one. */
  readonly isCounted?: boolean
}

/** The account that acts, and what it needs. */
export interface Account {
  readonly userId: string
  token: string
  /** The password; two while it is unknown whether a change took effect. */
  passwords: readonly string[]
  /** A decodable picture. */
  readonly picture: Blob
  /** Addresses of deleted accounts. */
  readonly deletedEmails: string[]
}

/** What an action is chosen from. */
export interface ActionContext {
  readonly state: ListenerState
  readonly account: Account
  readonly ids: CatalogueIds
  readonly random: Random
  /** Unique among all actions of a run. */
  readonly key: string
}

/** An action of a single call. */
export function callAction<Op extends Operation>(
  { account }: ActionContext,
  operation: Op,
  input: InputOf<Op>,
  apply: (state: ListenerState, response: OutputOf<Op> | undefined) => void,
  headers: Record<string, string> = {},
): Action {
  let response: OutputOf<Op> | undefined
  return {
    name: `${operation.name} ${JSON.stringify(input)}`,
    async send(address) {
      response = await callService(address, operation, input, { token: account.token, headers })
    },
    apply: state => apply(state, response),
  }
}

/** A choice among those that the state does not hold yet. */
export function pickNew(
  random: Random,
  from: readonly string[],
  held: readonly string[],
): string | undefined {
  const free = from.filter(id => !held.includes(id))
  return free.length > 0 ? random.pick(free) : undefined
}

export const without = (list: readonly string[], one: string) => list.filter(id => id !== one)
