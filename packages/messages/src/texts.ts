import type { GetICUArgs } from '@schummar/icu-type-parser'
import { compileMessage } from './compile-message.ts'
import { type CompiledMessage, formatMessage, type Values } from './format-message.ts'
import { setCurrentLanguage } from './language.ts'

/** Messages of one area, in ICU syntax: `{count, plural, one {# song} other {# songs}}`. */
export type Messages = Readonly<Record<string, string>>

interface ArgumentTypes {
  ICUArgument: string | number
  ICUNumberArgument: number
}

type Text<Message> = Message extends `${string}{${string}`
  ? (values: Readonly<GetICUArgs<Message, ArgumentTypes>>) => string
  : string

/** What components use: a string for each plain message, a function of its values for each with arguments. */
export type Texts<M extends Messages> = { readonly [Key in keyof M]: Text<M[Key]> }

/** The keys of texts without values. */
export type PlainKey<T> = { [Key in keyof T]: T[Key] extends string ? Key : never }[keyof T]

interface Area {
  readonly messages: Messages
  readonly texts: Record<string, unknown>
}

const areas = new Map<string, Area>()
let translation: Readonly<Record<string, Messages>> = {}

/** Makes the texts of an area from its English messages. They change when `translate` is called. */
export function defineTexts<const M extends Messages>(name: string, messages: M): Texts<M> {
  const area: Area = { messages, texts: {} }
  areas.set(name, area)
  fill(area, translation[name])
  return area.texts as Texts<M>
}

/**
 * Changes the language of all texts, those defined later included. Texts must therefore be read when they are shown,
 * not when a module is loaded. Messages that the translation lacks stay English.
 */
export function translate(language: string, messages: Readonly<Record<string, Messages>>): void {
  setCurrentLanguage(language)
  translation = messages
  for (const [name, area] of areas) fill(area, messages[name])
}

/** The English messages of all areas that were loaded, for tests of translations. */
export function readEnglishMessages(): Record<string, Messages> {
  return Object.fromEntries([...areas].map(([name, { messages }]) => [name, messages]))
}

function fill({ messages, texts }: Area, translated: Messages = messages): void {
  for (const key of Object.keys(messages)) texts[key] = toText(translated[key] ?? messages[key] ?? '')
}

/** The build of the pages replaces messages with arguments by compiled ones. */
function toText(message: string | CompiledMessage): unknown {
  if (typeof message === 'string' && !message.includes('{')) return message
  let compiled = typeof message === 'string' ? undefined : message
  return (values: Values) => {
    compiled ??= compileMessage(message as string)
    return formatMessage(compiled, values)
  }
}
