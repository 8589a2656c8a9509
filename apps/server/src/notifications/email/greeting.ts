import { emailTexts } from '@refrain/messages/en/server/emails'

/**
 * Greets by name only if the name looks like one: somebody could sign up with another person's address and put an
 * advertisement or a link into the name.
 */
export function greeting(name: string): string {
  return /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} '’-]{0,39}$/u.test(name)
    ? emailTexts.hello({ name })
    : emailTexts.helloUnnamed
}
