import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldForSearch } from './fold-for-search.ts'

it.each([
  ['Röyksopp', 'royksopp'],
  ['SIGUR RÓS', 'sigur ros'],
  ['Smørrebrød Ænima Œuvre', 'smorrebrod aenima oeuvre'],
  ['Łódź Đorđe Þór Straße', 'lodz dorde thor strasse'],
  ['İstanbul ısı', 'istanbul isi'],
  ['Việt Nam', 'viet nam'],
  ['ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'],
  ['Ἀθῆναι', 'αθηναι'],
  ['Ёлка', 'елка'],
  ['сло\u0301во', 'слово'],
  ['مُحَمَّد', 'محمد'],
  ['שָׁלוֹם', 'שלום'],
  ['ｆｕｌｌ ｶﾞﾗｽ', 'full ガラス'],
  ['ﬁre ② ㌔', 'fire 2 キロ'],
  ['Don’t don´t don`t', "don't don't don't"],
  ['“Heroes” – Live', '"heroes" - live'],
  [' two \t\n  words\u00a0', 'two words'],
  ['soft\u00adhy\u200bphen\u200d\ufeff', 'softhyphen'],
  ['❤️ 👩‍🎤', '❤ 👩🎤'],
  ['\u0301\u0308', ''],
  ['half \ud83d', 'half \ufffd'],
])('folds %j to %j, without regard to case and accents (SRCH-04)', (text, folded) => {
  expect(foldForSearch(text)).toBe(folded)
  expect(foldForSearch(text.normalize('NFD'))).toBe(folded)
})

it.each([
  ['й', 'и'],
  ['ї', 'і'],
  ['が', 'か'],
  ['ぱ', 'は'],
  ['कि', 'क'],
  ['ที่', 'ท'],
])('keeps %j, another letter than %j', (letter, other) => {
  expect(foldForSearch(letter)).not.toBe(foldForSearch(other))
})

it('finds Hangul syllables in every Unicode form', () => {
  expect(foldForSearch('사랑'.normalize('NFD'))).toBe('사랑')
})

it('is idempotent and ignores case', () => {
  const text = fc.string({ unit: 'binary', maxLength: 30 })
  fc.assert(
    fc.property(text, given => {
      expect(foldForSearch(foldForSearch(given))).toBe(foldForSearch(given))
    }),
  )
  const word = fc.constantFrom(...'ßØÆŁÞıİéÑőЖйΣςαΏ'.split(''))
  fc.assert(
    fc.property(word, letter => {
      expect(foldForSearch(letter.toUpperCase())).toBe(foldForSearch(letter.toLowerCase()))
    }),
  )
})

it('folds plain titles quickly, to the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 30 }), text => {
      expect(foldForSearch(`${text}e`)).toBe(foldForSearch(`${text}é`))
    }),
  )
})

it('cuts text that folding lengthens to the length of a title', () => {
  expect(foldForSearch('ﷺ'.repeat(300))).toHaveLength(300)
  expect(foldForSearch('😀'.repeat(300))).toBe('😀'.repeat(300))
})
