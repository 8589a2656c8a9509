import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { compileMessage } from './compile-message.ts'
import { currentLanguage, formatNumber } from './language.ts'
import { languages, loadLanguage } from './languages.ts'
import { defineTexts, readEnglishMessages, translate } from './texts.ts'

afterEach(() => translate('en', {}))

const examples = defineTexts('examples', {
  plain: 'Library',
  withValue: 'Added to {playlist}',
  songs: '{count, plural, one {# song} other {# songs}}',
  importing: 'Adding {what, select, sample {the sample music} other {your music}}',
  found: '{found, number} of {all}',
})

describe('texts', () => {
  it('are strings without values and functions with them', () => {
    expect(examples.plain).toBe('Library')
    expect(examples.withValue({ playlist: 'Rain' })).toBe('Added to Rain')
  })

  it('choose plural forms and format numbers', () => {
    expect([0, 1, 1234].map(count => examples.songs({ count }))).toEqual(['0 songs', '1 song', '1,234 songs'])
    expect(examples.found({ found: 1234, all: 5000 })).toBe('1,234 of 5000')
  })

  it('choose words by a value', () => {
    expect(examples.importing({ what: 'sample' })).toBe('Adding the sample music')
    expect(examples.importing({ what: 'own' })).toBe('Adding your music')
  })

  it.each([
    '{place, selectordinal, one {#st} other {#th}}',
    '{count, plural, offset:1 one {# other} other {# others}}',
    '{share, number, percent}',
    '{at, date, long}',
    '{all, plural, other {{place, selectordinal, other {#th}}}}',
  ])('refuse formats that they cannot show: %s', message => {
    expect(() => compileMessage(message)).toThrow('Unsupported format')
  })

  it('do not read values as messages', () => {
    expect(examples.withValue({ playlist: '{count} # it’s' })).toBe('Added to {count} # it’s')
  })
})

describe('another language', () => {
  it('changes texts, plural forms and numbers of areas defined before and after', () => {
    const later = { plain: 'Später' }
    translate('pl', {
      examples: { songs: '{count, plural, one {# utwór} few {# utwory} other {# utworów}}' },
      later,
    })
    expect([1, 2, 5].map(count => examples.songs({ count }))).toEqual(['1 utwór', '2 utwory', '5 utworów'])
    expect(defineTexts('later', { plain: 'Later' }).plain).toBe('Später')
    expect(currentLanguage()).toBe('pl')
    expect(formatNumber(12_345)).toMatch(/^12\s345$/)
  })

  it('stays English where it has no message', () => {
    translate('de', { examples: { plain: 'Bibliothek' } })
    expect(examples.plain).toBe('Bibliothek')
    expect(examples.withValue({ playlist: 'Rain' })).toBe('Added to Rain')
  })

  it('needs no loading if it is English or unknown', () => {
    expect(loadLanguage('en')).toBeUndefined()
    expect(loadLanguage('xx')).toBeUndefined()
  })
})

describe('catalogues', async () => {
  const folder = fileURLToPath(new URL('./en/', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file =>
    file.endsWith('.ts'),
  )
  for (const file of files) await import(`./en/${file}`)
  const { examples: _, later: __, ...english } = readEnglishMessages()
  const translations = await Promise.all(
    Object.entries(languages).map(async ([tag, load]) => [tag, await load()] as const),
  )

  it('are one area each', () => {
    expect(Object.keys(english)).toHaveLength(files.length)
  })

  it('are all part of a translation', () => {
    const listed = readFileSync(new URL('./languages.ts', import.meta.url), 'utf8').matchAll(
      /readonly (\w+): typeof/g,
    )
    expect(Array.from(listed, ([, area]) => area).toSorted()).toEqual(Object.keys(english).toSorted())
  })

  it('hold messages in valid syntax', () => {
    for (const messages of Object.values(english))
      for (const message of Object.values(messages)) expect(() => compileMessage(message)).not.toThrow()
  })

  it('of other languages use the arguments of the English messages', () => {
    for (const [tag, translation] of translations)
      for (const [area, messages] of Object.entries(translation))
        for (const [key, message] of Object.entries(messages)) {
          const known = argumentsOf(english[area]?.[key] ?? '')
          expect(
            argumentsOf(message).filter(name => !known.includes(name)),
            `${tag}: ${area}.${key}`,
          ).toEqual([])
        }
  })
})

/** The names of a message's arguments, those within plural forms included. */
function argumentsOf(message: string): string[] {
  const namesIn = (parts: ReturnType<typeof compileMessage>): string[] =>
    parts.flatMap(part =>
      typeof part === 'string'
        ? []
        : [
            part[0],
            ...Object.values(part[2] ?? {}).flatMap(form => (Array.isArray(form) ? namesIn(form) : [])),
          ],
    )
  return namesIn(compileMessage(message))
}
