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
