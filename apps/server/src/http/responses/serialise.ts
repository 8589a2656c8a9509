import type { Operation, OutputOf } from '@refrain/contract/operation'
import { toWire } from '@refrain/contract/wire-names'

/** The JSON text of an operation's output, with the field names of the wire. */
export function serialise<Op extends Operation>(operation: Op, output: OutputOf<Op>): string {
  return JSON.stringify(toWire(output, operation.outputNames))
}
