import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Field, type Fields, type Item, isList, isSlices, type Plain } from './fields.ts'

/** Characters that XML 1.0 cannot hold, also escaped: tags of files have them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const ESCAPED = /[&<>"\t\n\r]/g
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}
/** Elements whose plain values are elements, too. */
const WITHOUT_ATTRIBUTES = new Set(['artistInfo', 'artistInfo2', 'albumInfo'])
/** The text of an element. */
const TEXT = 'value'

/** Writes an element, child by child where lists are still being read. */
export async function* writeXml(name: string, fields: Fields): AsyncGenerator<string> {
  yield start(name, fields)
  const isEmpty = childrenOf(name, fields).length === 0 && fields[TEXT] === undefined
  if (isEmpty) {
    yield '/>'
    return
  }
  yield `>${textOf(fields)}`
  for (const [child, field] of childrenOf(name, fields)) {
    if (isSlices(field)) {
      for await (const slice of field) {
        yield slice.map(item => element(child, item)).join('')
        await nextTurn()
      }
    } else if (isFields(field) && Object.values(field).some(isSlices)) yield* writeXml(child, field)
    else yield elements(child, field)
  }
  yield `</${name}>`
}

const isPlain = (field: Field): field is Plain => typeof field !== 'object' && field !== undefined
const isFields = (field: Field): field is Fields =>
  typeof field === 'object' && !isList(field) && !isSlices(field)

function start(name: string, fields: Fields): string {
  if (WITHOUT_ATTRIBUTES.has(name)) return `<${name}`
  let text = `<${name}`
  for (const [key, field] of Object.entries(fields))
    if (isPlain(field) && key !== TEXT) text += ` ${key}="${escapeText(field)}"`
  return text
}

function childrenOf(name: string, fields: Fields): [string, Field][] {
  return Object.entries(fields).filter(
    ([key, field]) =>
      key !== TEXT && field !== undefined && (WITHOUT_ATTRIBUTES.has(name) || !isPlain(field)),
  )
}

const textOf = (fields: Fields) => (isPlain(fields[TEXT]) ? escapeText(fields[TEXT]) : '')

function elements(name: string, field: Field): string {
  if (isList(field)) return field.map(item => element(name, item)).join('')
  return element(name, field as Item)
}

function element(name: string, item: Item): string {
  if (isPlain(item)) return `<${name}>${escapeText(item)}</${name}>`
  const inside = childrenOf(name, item).map(([child, field]) => elements(child, field))
  const text = textOf(item) + inside.join('')
  return text === '' ? `${start(name, item)}/>` : `${start(name, item)}>${text}</${name}>`
}

function escapeText(value: Plain): string {
  if (typeof value !== 'string') return String(value)
  return value
    .toWellFormed()
    .replaceAll(FORBIDDEN, '')
    .replaceAll(ESCAPED, letter => ESCAPES[letter] as string)
}
