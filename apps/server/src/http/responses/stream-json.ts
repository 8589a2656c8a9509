import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Serializes a JSON array slice by slice, so that neither one huge string is built nor the event loop blocked for longer
 * than one slice.
 */
export async function* streamJsonArray(slices: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let separator = '['
  for await (const slice of slices) {
    if (slice.length === 0) continue
    yield separator + JSON.stringify(slice).slice(1, -1)
    separator = ','
    await nextTurn()
  }
  yield separator === '[' ? '[]' : ']'
}

/** Serializes a JSON object field by field. Values that come in slices are sent as by `streamJsonArray`. */
export async function* streamJsonObject(
  fields: AsyncIterable<readonly [name: string, value: unknown]>,
): AsyncGenerator<string> {
  let separator = '{'
  for await (const [name, value] of fields) {
    const start = `${separator}${JSON.stringify(name)}:`
    separator = ','
    if (isSliced(value)) {
      yield start
      yield* streamJsonArray(value)
    } else yield start + JSON.stringify(value)
  }
  yield separator === '{' ? '{}' : '}'
}

const isSliced = (value: unknown): value is AsyncIterable<readonly unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
