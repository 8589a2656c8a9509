import { describe, expect, it } from 'vitest'
import { findTextFault, repairText } from './outside-text.ts'

const marks = (count: number) => `e${'\u0301'.repeat(count)}`

describe('texts from outside', () => {
  it.each([
    ['plain', undefined],
    ['Röyksopp 💿', undefined],
    [marks(30), undefined],
    [`${marks(30)}${marks(30)}`, undefined],
    [marks(31), 'too many marks on one letter'],
    ['a\0b', 'a control character'],
    ['a\nb', 'a control character'],
    ['a\u0085b', 'a control character'],
    ['a\ud800b', 'half of a character'],
    ['\udc00', 'half of a character'],
  ])('are judged: %j', (text, fault) => {
    expect(findTextFault(text)).toBe(fault)
  })

  it('may have tabs and line ends where they have lines', () => {
    expect(findTextFault('a\r\n\tb\n', { hasLines: true })).toBeUndefined()
    expect(findTextFault('a\0\n', { hasLines: true })).toBe('a control character')
  })

  it('are repaired', () => {
    expect(repairText('a\0b\ud800 c\n')).toBe('ab\ufffd c ')
    expect(repairText(`${marks(99)}x${marks(2)}`)).toBe(`${marks(30)}x${marks(2)}`)
    expect(repairText(`${marks(30)}\0${marks(30).slice(1)}`, { hasLines: true })).toBe(marks(30))
    expect(repairText('a\r\nb\rc\n\td\0e\u0007', { hasLines: true })).toBe('a\nb\nc\n\tde')
  })

  it('have no fault after a repair, and stay as they are if they have none', () => {
    const parts = [
      '\0',
      '\n',
      '\r',
      '\u0085',
      '\ud83d',
      '\udc00',
      '\u0301'.repeat(20),
      '\u0316'.repeat(11),
      'e',
    ]
    let texts = ['']
    for (let length = 1; length <= 4; length++)
      texts = texts.flatMap(text => [text, ...parts.map(part => text + part)])
    for (const text of new Set(texts))
      for (const hasLines of [false, true]) {
        const repaired = repairText(text, { hasLines })
        expect([text, findTextFault(repaired, { hasLines })]).toEqual([text, undefined])
        if (findTextFault(text) === undefined) expect(repaired).toBe(text)
      }
  })
})
