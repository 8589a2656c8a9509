import { formatNumber, pluralForm } from './language.ts'

export type Values = Readonly<Record<string, string | number>>

/** A message as the compiler of Lingui returns it: texts, and arguments with their formats. */
export type CompiledMessage = readonly (string | Argument)[]
type Argument = readonly [name: string, type?: string, cases?: Readonly<Record<string, CompiledMessage>>]

/** Fills in the values of a message; `count` replaces `#` within a plural. */
export function formatMessage(message: CompiledMessage, values: Values, count?: number): string {
  return message.map(part => formatPart(part, values, count)).join('')
}

function formatPart(part: string | Argument, values: Values, count: number | undefined): string {
  if (typeof part === 'string') return part === '#' && count !== undefined ? formatNumber(count) : part
  const [name, type, cases] = part
  const value = values[name]
  if (cases && typeof value === 'number')
    return formatMessage(cases[value] ?? cases[pluralForm(value)] ?? cases.other ?? [], values, value)
  if (cases) return formatMessage(cases[String(value)] ?? cases.other ?? [], values, count)
  return type === 'number' ? formatNumber(Number(value)) : String(value)
}
