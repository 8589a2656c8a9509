import { describe, expect, it } from 'vitest'
import { readLetters, setText } from './set-text.ts'

const BOX = { width: 420, maxLines: 3, sizes: [60, 40] }

describe('setText', () => {
  it('writes what is short in the largest size, on one line', async () => {
    expect(setText(await readLetters(), ' Pale\n Horses ', BOX)).toEqual({ lines: ['Pale Horses'], size: 60 })
  })

  it('breaks at blanks, and becomes smaller before it leaves anything out', async () => {
    const title = 'The Battle for Wesnoth: Original Soundtrack'
    const set = setText(await readLetters(), title, BOX)
    expect(set?.size).toBe(40)
    expect(set?.lines.join(' ')).toBe(title)
  })

  it('breaks words that are wider than a line, and ends what fits at no size with an ellipsis', async () => {
    const long = 'Llanfairpwllgwyngyll'.repeat(8)
    const { lines = [], size } = setText(await readLetters(), long, BOX) ?? {}
    expect([lines.length, size]).toEqual([3, 40])
    expect(long.startsWith(lines.join('').slice(0, -1))).toBe(true)
    expect(lines.at(-1)).toMatch(/l*…$/)
  })

  it('knows the letters of European languages, composed or not, and says when it lacks some', async () => {
    const letters = await readLetters()
    expect(setText(letters, 'Bjo\u0308rk & Łódź', BOX)?.lines).toEqual(['Björk & Łódź'])
    expect(['山田', 'Группа', 'a\u0000'].map(text => setText(letters, text, BOX))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('has an outline of finite numbers for each letter but the blanks', async () => {
    const letters = await readLetters()
    const wrong = [...letters].filter(
      ([letter, { advance, outline }]) =>
        !(advance >= 0) || !/^([MLQC](-?\d+ ?)+)*$/.test(outline) || (outline === '' && letter.trim() !== ''),
    )
    expect(wrong).toEqual([])
    expect(letters.size).toBeGreaterThan(300)
  })

  it('does not look at more of a text than is ever seen', async () => {
    expect(setText(await readLetters(), `${'a '.repeat(100)}山`, BOX)).toBeDefined()
  })
})
