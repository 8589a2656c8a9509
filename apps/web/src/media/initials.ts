import { currentLanguage } from '@refrain/messages/language'

/** The first letters of the first and last word of a name: `NC` for Nick Cave. '' without letters. */
export function initials(name: string): string {
  const letters = name.split(/\s+/).flatMap(word => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
  const [first = '', last = ''] = letters.length > 1 ? [letters[0], letters.at(-1)] : letters
  return (first + last).toLocaleUpperCase(currentLanguage())
}
