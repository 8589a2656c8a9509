/** Invisible format characters, such as direction overrides. The two joiners are part of some scripts. */
const FORMAT_CHARACTER = /(?![\u200c\u200d])\p{Cf}/u
/** Some letters and symbols are invisible too. */
const VISIBLE_CHARACTER = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{S}]/u

/** Normalizes a name for storage. */
export function normalizeName(given: string): string {
  return given.toWellFormed().normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
}

/** Whether a name has something visible and nothing that changes how text around it is shown. */
export function isReadable(name: string): boolean {
  return !FORMAT_CHARACTER.test(name) && VISIBLE_CHARACTER.test(name)
}
