import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { CompiledMessage } from './format-message.ts'

/**
 * Parses a message in ICU syntax. The build of the pages does this in advance, so that they do not contain the parser.
 * @throws on a syntax error, or a format that `formatMessage` does not know
 */
export function compileMessage(message: string): CompiledMessage {
  const compiled = compileMessageOrThrow(message) as CompiledMessage
  requireKnownFormats(compiled)
  return compiled
}

function requireKnownFormats(message: CompiledMessage): void {
  for (const part of message) {
    if (typeof part === 'string') continue
    const [name, type, cases] = part
    // The compiler sets an offset for every plural and select, undefined if the message has none.
    const { offset, ...forms } = cases ?? {}
    const isKnown =
      type === undefined ||
      (type === 'number' && cases === undefined) ||
      ((type === 'plural' || type === 'select') && offset === undefined)
    if (!isKnown) throw new Error(`Unsupported format of "${name}": ${JSON.stringify(part.slice(1))}.`)
    for (const form of Object.values(forms)) requireKnownFormats(form)
  }
}
