import { setImmediate as nextTurn } from 'node:timers/promises'
import { toWire, type WireNames } from '@refrain/contract/wire-names'

/**
 * Serializes a JSON array slice by slice, so that neither one huge string is built nor the event loop blocked for longer
 * than one slice.
 * @param names of the items' fields
 */
export async function* streamJsonArray(
  slices: AsyncIterable<readonly unknown[]>,
  names?: WireNames,
): AsyncGenerator<string> {
  let separator = '['
  for await (const slice of slices) {
    if (slice.length === 0) continue
    yield separator + JSON.stringify(toWire(slice, names)).slice(1, -1)
    separator = ','
    await nextTurn()
  }
  yield separator === '[' ? '[]' : ']'
}

/** Serializes a JSON object field by field. Values that come in slices are sent as by `streamJsonArray`. */
export async function* streamJsonObject(
  fields: AsyncIterable<readonly [name: string, value: unknown]>,
  names: WireNames = {},
): AsyncGenerator<string> {
  let separator = '{'
  for await (const [name, value] of fields) {
    const wire = names[name]
    const [wireName, inside] = typeof wire === 'string' ? [wire] : [name, wire]
    const start = `${separator}${JSON.stringify(wireName)}:`
    separator = ','
    if (isSliced(value)) {
      yield start
      yield* streamJsonArray(value, inside)
    } else yield start + JSON.stringify(toWire(value, inside))
  }
  yield separator === '{' ? '{}' : '}'
}

const isSliced = (value: unknown): value is AsyncIterable<readonly unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
