/** What people type for letters without a decomposition, and for typographic signs. */
const REPLACEMENTS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'ß ss,æ ae,œ oe,ø o,ł l,đ d,ð d,þ th,ı i,ħ h,ŧ t,ŋ n,ɨ i,ƀ b,ɉ j,ƶ z,ə e,ǝ e,ɔ o,ɛ e,ƒ f,ς σ,ё е,' +
    `’ ',‘ ',‛ ',′ ',ʼ ',ʻ ',ʹ ',\` ',“ ",” ",„ ",‟ ",‐ -,‑ -,‒ -,– -,— -,− -`
  )
    .split(',')
    .map(pair => pair.split(' ') as [string, string]),
)
const REPLACED = new RegExp(`[${Object.keys(REPLACEMENTS).join('')}]`, 'gu')
/** Scripts in which marks are accents. In others they make another letter: й is not и, が is not か. */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Inherited}]+/gu
/** The importer's limit for titles. Folding can lengthen text, and the index should not grow. */
const MAX_LENGTH = /^.{0,300}/su
/** UTF-16 units that are read: a title of the longest kind in which every letter has several marks. */
const MAX_INPUT = 3_000
/** Most titles: printable ASCII without the backtick, which stands for an apostrophe. */
const PLAIN = /^[ -_a-~]*$/u

/**
 * Normalizes titles, names and queries for search, the same for every database and for the filters of the pages: lower case,
 * without accents and invisible characters, single spaces. `'Röyksopp'` → `'royksopp'`.
 */
export function foldForSearch(text: string): string {
  const bounded = text.slice(0, MAX_INPUT)
  const folded = (PLAIN.test(bounded) ? bounded.toLowerCase() : foldLetters(bounded))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return MAX_LENGTH.exec(folded)?.[0].trimEnd() ?? ''
}

function foldLetters(text: string): string {
  return (
    text
      .toWellFormed()
      .replaceAll(/[\p{Cf}\p{Noncharacter_Code_Point}]/gu, '')
      // NFKC would turn it into a space and an accent.
      .replaceAll('´', "'")
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(ACCENTED, letters => letters.normalize('NFD').replaceAll(/\p{Mn}/gu, ''))
      .replaceAll(REPLACED, letter => REPLACEMENTS[letter] ?? letter)
      .normalize('NFC')
  )
}
