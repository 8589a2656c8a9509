import { describe, expect, it } from 'vitest'
import { encodeText } from '../../testing/encode-text.ts'
import { latinTitles } from '../../testing/latin-titles.ts'
import { albumsOf } from '../../testing/song-titles.ts'
import { detectCharset } from './detect-charset.ts'
import { guessCharsets } from './guess-charsets.ts'

/** As tag libraries read Latin-1. */
const broken = (text: string, charset: string) =>
  new TextDecoder('windows-1252').decode(encodeText(text, charset))

/** Share of the titles whose character set cannot be detected alone, but is among the guesses. */
function shareGuessed(language: Parameters<typeof albumsOf>[0], charset: string): number {
  const undetected = albumsOf(language)
    .flat()
    .filter(title => detectCharset([broken(title, charset)]) === '')
  const guessed = undetected.filter(title =>
    guessCharsets([broken(title, charset)])?.readings.some(({ texts }) => texts[0] === title),
  )
  return guessed.length / undetected.length
}

describe('guesses of a character set', () => {
  it.each([
    ['cyrillic', 'windows-1251', 1],
    ['cyrillic', 'koi8-r', 1],
    ['greek', 'windows-1253', 1],
    ['korean', 'euc-kr', 1],
    ['simplifiedChinese', 'gbk', 0.95],
    ['japanese', 'shift_jis', 0.7],
    ['japanese', 'euc-jp', 0.8],
    ['traditionalChinese', 'big5', 0.65],
  ] as const)(
    'hold the right one for %s titles in %s that are too short alone',
    (language, charset, least) => {
      expect(shareGuessed(language, charset)).toBeGreaterThanOrEqual(least)
    },
  )

  it('are made of none of 2,000 right titles', () => {
    const titles = latinTitles().map(title => broken(title, 'windows-1252'))
    expect(titles.filter(title => guessCharsets([title]))).toEqual([])
    expect(guessCharsets(titles)).toBeUndefined()
    for (const title of ['£££', '¡¡¿¿!!', '×××', 'Çà et là', 'Été', 'ÅÄÖ'])
      expect(guessCharsets([title])).toBeUndefined()
  })

  it('are made of the texts that look broken alone, and bounded', () => {
    const short = ['Да', 'Нет', 'Сон', 'Дым'].map(text => broken(text, 'windows-1251'))
    const guess = guessCharsets(['Björk', ...short, ...short])!
    expect(guess.texts).toEqual(short.slice(0, 3))
    expect(guess.readings.length).toBeLessThanOrEqual(6)
    expect(guess.readings).toContainEqual({ charset: 'windows-1251', texts: ['Да', 'Нет', 'Сон'] })
    const mixed = guessCharsets([broken('Сон', 'windows-1251'), broken('红豆', 'gbk')])
    expect(mixed?.readings).toContainEqual({ charset: 'windows-1251', texts: ['Сон'] })
    const long = '红豆'.repeat(60)
    expect(guessCharsets([broken(long, 'gbk')])!.readings).toContainEqual({
      charset: 'gb18030',
      texts: [long.slice(0, 80)],
    })
  })
})
