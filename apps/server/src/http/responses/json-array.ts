import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * A JSON array, slice by slice: neither one giant string nor a turn of the event loop longer than a
 * slice takes.
 */
export async function* streamJsonArray(slices: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '['
  for await (const slice of slices) {
    if (slice.length === 0) continue
    yield before + JSON.stringify(slice).slice(1, -1)
    before = ','
    await nextTurn()
  }
  yield before === '[' ? '[]' : ']'
}
