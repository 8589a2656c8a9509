/** What is not seen and steers how the rest is shown; the two joiners alone are part of writing. */
const STEERING = /(?![\u200c\u200d])\p{Cf}/u
/** Some letters and signs are not seen either. */
const SEEN = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{S}]/u

/** A name in the form in which it is kept. */
export function normalizeName(given: string): string {
  return given.toWellFormed().normalize('NFC').replaceAll(/\s+/gu, ' ').trim()
}

/** True where somebody sees it, and it is all that they see of it. */
export function isReadable(name: string): boolean {
  return !STEERING.test(name) && SEEN.test(name)
}
