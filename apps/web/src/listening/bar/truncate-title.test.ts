import { expect, it } from 'vitest'
import { truncateTitle } from './truncate-title.ts'

it.each([
  ['sixteen letters!', 'sixteen letters!'],
  ['seventeen letters', 'seventeen letters ...'],
  ['eighteen characters', 'eighteen character ...'],
  ['a title that goes on and on', 'a title that goes  ...'],
])('shows "%s" as "%s" (NOW-11, CON-14, READ-06)', (title, shown) => {
  expect(truncateTitle(title)).toBe(shown)
})

it('counts graphemes and never splits one (NOW-11)', () => {
  expect(truncateTitle('👩‍🎤'.repeat(16))).toBe('👩‍🎤'.repeat(16))
  expect(truncateTitle('👩‍🎤'.repeat(19))).toBe(`${'👩‍🎤'.repeat(18)} ...`)
})
