/** What people type for letters that carry no mark to take off, and for signs that keyboards lack. */
const PLAIN: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'ß ss,æ ae,œ oe,ø o,ł l,đ d,ð d,þ th,ı i,ħ h,ŧ t,ŋ n,ɨ i,ƀ b,ɉ j,ƶ z,ə e,ǝ e,ɔ o,ɛ e,ƒ f,ς σ,ё е,' +
    `’ ',‘ ',‛ ',′ ',ʼ ',ʻ ',ʹ ',\` ',“ ",” ",„ ",‟ ",‐ -,‑ -,‒ -,– -,— -,− -`
  )
    .split(',')
    .map(pair => pair.split(' ') as [string, string]),
)
const TO_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu')
/** Where a mark is an accent. In other scripts it makes another letter: й is not и, が is not か. */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Inherited}]+/gu
/** As many letters as the importer keeps of a title; what grows longer by folding is cut for the index's sake. */
const LONGEST = /^.{0,300}/su

/**
 * The form in which titles, names and queries are compared by a search, the same on every database:
 * no case, no accents, nothing invisible, single spaces. `'Röyksopp'` → `'royksopp'`.
 */
export function foldForSearch(text: string): string {
  const folded = text
    .toWellFormed()
    .replaceAll(/[\p{Cf}\p{Noncharacter_Code_Point}]/gu, '')
    // Before the normal form, which makes a space and an accent of it.
    .replaceAll('´', "'")
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(ACCENTED, letters => letters.normalize('NFD').replaceAll(/\p{Mn}/gu, ''))
    .replaceAll(TO_PLAIN, letter => PLAIN[letter] ?? letter)
    .normalize('NFC')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return LONGEST.exec(folded)?.[0].trimEnd() ?? ''
}
