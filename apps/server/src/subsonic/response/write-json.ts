import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Field, type Fields, isList, isSlices } from './fields.ts'

/** Writes an object, field by field where lists are still being read. */
export async function* writeJson(fields: Fields): AsyncGenerator<string> {
  let separator = '{'
  for (const [name, field] of Object.entries(fields)) {
    if (field === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    separator = ','
    if (isSlices(field)) {
      let before = '['
      for await (const slice of field) {
        if (slice.length === 0) continue
        yield before + JSON.stringify(slice).slice(1, -1)
        before = ','
        await nextTurn()
      }
      yield before === '[' ? '[]' : ']'
    } else if (hasSlices(field)) yield* writeJson(field as Fields)
    else yield JSON.stringify(field)
  }
  yield separator === '{' ? '{}' : '}'
}

/** Whether a list within the object, but not within a list, is still to be read. */
function hasSlices(field: Field): boolean {
  if (typeof field !== 'object' || isList(field)) return false
  return isSlices(field) || Object.values(field).some(hasSlices)
}
