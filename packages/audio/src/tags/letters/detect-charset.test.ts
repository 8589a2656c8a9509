import { describe, expect, it } from 'vitest'
import { breakText } from '../../testing/encode-text.ts'
import { latinTitles } from '../../testing/latin-titles.ts'
import { albumsOf, SONG_TITLES } from '../../testing/song-titles.ts'
import { isInDetected } from './charset-doubts.ts'
import { detectCharset } from './detect-charset.ts'
import { decodeUtf8, redecodeText } from './redecode-text.ts'

const CHARSETS = {
  cyrillic: ['windows-1251', 'koi8-r'],
  japanese: ['shift_jis', 'euc-jp'],
  simplifiedChinese: ['gbk'],
  traditionalChinese: ['big5'],
  korean: ['euc-kr'],
  greek: ['windows-1253', 'iso-8859-7'],
  turkish: ['windows-1254'],
  polish: ['windows-1250', 'iso-8859-2'],
} as const
type Language = keyof typeof CHARSETS
const LANGUAGES = Object.keys(CHARSETS) as Language[]
const ALBUM = 8
const LEAST_RIGHT = 0.97

function repair(titles: readonly string[]): string[] {
  const charset = detectCharset(titles)
  return titles.map(title => (charset ? redecodeText(title, charset) : decodeUtf8(title)))
}

const countRight = (language: Language, charset: string) =>
  albumsOf(language).reduce((right, album) => {
    const repaired = repair(album.map(title => breakText(title, charset)))
    return right + album.filter((title, n) => title === repaired[n]).length
  }, 0)

describe('the character set of an album', () => {
  it('has at least 400 titles to be measured by, in albums of eight', () => {
    const albums = LANGUAGES.flatMap(albumsOf)
    expect(LANGUAGES).toEqual(Object.keys(SONG_TITLES))
    expect(albums.every(album => album.length === ALBUM)).toBe(true)
    expect(new Set(albums.flat()).size).toBeGreaterThanOrEqual(400)
  })

  it.each(LANGUAGES.flatMap(language => CHARSETS[language].map(charset => [language, charset] as const)))(
    'is detected for %s titles in %s',
    (language, charset) => {
      const most = albumsOf(language).flat().length
      expect(countRight(language, charset) / most).toBeGreaterThanOrEqual(LEAST_RIGHT)
    },
  )

  it('damages none of 2,000 right titles, 200 of them Icelandic, alone or in an album', () => {
    const titles = latinTitles().map(title => breakText(title, 'windows-1252'))
    expect(titles).toHaveLength(2_000)
    expect(titles.filter(title => repair([title])[0] !== title)).toEqual([])
    const albums = titles.flatMap((_, n) => (n % ALBUM === 0 ? [titles.slice(n, n + ALBUM)] : []))
    expect(albums.flatMap(repair)).toEqual(titles)
  })

  it('is not taken for that of right titles in Unicode beside it', () => {
    // A title of nothing else than such letters says nothing: "Äöü".
    const titles = latinTitles().filter(title => !/^[\u00c0-\u00ff]+$/.test(title))
    expect(titles.length).toBeGreaterThan(1_900)
    for (const charset of LANGUAGES.slice(0, 6).flatMap(language => CHARSETS[language])) {
      const taken = titles.filter(title =>
        isInDetected(redecodeText(title, charset), charset, 'always-unicode'),
      )
      expect(taken).toEqual([])
    }
  })

  it('is detected by the first texts of many', () => {
    const polish = Array.from({ length: 800 }, (_, n) => breakText(`Księżyc mówi ${n}`, 'windows-1250'))
    expect(detectCharset([...polish, 'ß'])).toBe('windows-1250')
    expect(detectCharset(['ß', ...polish])).toBe('')
  })

  it('is not looked for in Unicode and ASCII', () => {
    expect(detectCharset(['Группа крови', 'Plain', ''])).toBe('')
    expect(detectCharset([])).toBe('')
  })

  it('is found in the texts that are broken, beside right ones', () => {
    const broken = albumsOf('cyrillic')[0]!.map(title => breakText(title, 'windows-1251'))
    expect(detectCharset([...broken, 'Звезда по имени Солнце', 'Kino'])).toBe('windows-1251')
  })
})
