/**
 * An answer as a tree. In JSON it is written as it is. In XML, plain values become attributes, objects and lists become elements,
 * and a field named `value` becomes the element's text. A field without a value is undefined and left out, never null.
 */
export interface Fields {
  readonly [name: string]: Field
}

export type Plain = string | number | boolean
export type Item = Plain | Fields
export type Field = Plain | Fields | readonly Item[] | Slices | undefined

/** A list that is read while it is written. */
export type Slices = AsyncIterable<readonly Fields[]>

export function isSlices(field: Field): field is Slices {
  return typeof field === 'object' && Symbol.asyncIterator in field
}

export function isList(field: Field): field is readonly Item[] {
  return Array.isArray(field)
}
