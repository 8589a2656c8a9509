import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { CompiledMessage } from './format-message.ts'

/**
 * Parses a message in ICU syntax. The build of the pages does this in advance, so that they do not contain the parser.
 * @throws on a syntax error
 */
export function compileMessage(message: string): CompiledMessage {
  return compileMessageOrThrow(message) as CompiledMessage
}
