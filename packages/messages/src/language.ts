/** The language that the texts are written in, and that translations start from. */
const SOURCE_LANGUAGE = 'en'

/** The language this service speaks, for `<html lang>`. Another one must be in `languages.ts`. */
export const SERVICE_LANGUAGE: string = SOURCE_LANGUAGE

let current = SOURCE_LANGUAGE
const pluralRules = new Map<string, Intl.PluralRules>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** The language of the texts, as a BCP 47 tag. */
export function currentLanguage(): string {
  return current
}

/** Sets the language of formats; `translate` calls it. */
export function setCurrentLanguage(language: string): void {
  current = language
}

/** `1234` → `1,234`. */
export function formatNumber(value: number): string {
  return memoize(numberFormats, language => new Intl.NumberFormat(language)).format(value)
}

/** `1 December 2026 at 09:30`, in UTC. @param at in milliseconds since 1970 */
export function formatInstant(at: number): string {
  // English dates are written day first.
  const locale = current === SOURCE_LANGUAGE ? 'en-GB' : current
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(
    at,
  )
}

/** The plural form of a number: `one`, `other`, and more in some languages. */
export function pluralForm(value: number): Intl.LDMLPluralRule {
  return memoize(pluralRules, language => new Intl.PluralRules(language)).select(value)
}

/** Creating a formatter takes longer than using it. */
function memoize<Formatter>(formatters: Map<string, Formatter>, create: (language: string) => Formatter) {
  const formatter = formatters.get(current) ?? create(current)
  formatters.set(current, formatter)
  return formatter
}
