import { escapeHtml } from './escape-html.ts'

const START = '\u0002'
const END = '\u0003'

/** Marks a value in a text that `escapeMarked` escapes. */
export const mark = (value: string) => `${START}${value}${END}`

/** Escapes a text for HTML, with its marked values in elements. */
export function escapeMarked(text: string, element: 'code' | 'strong'): string {
  return escapeHtml(text).replaceAll(START, `<${element}>`).replaceAll(END, `</${element}>`)
}
