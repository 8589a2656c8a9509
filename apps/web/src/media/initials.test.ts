import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it.each([
  ['Nick Cave', 'NC'],
  ['Nick Cave & The Bad Seeds', 'NS'],
  ['björk', 'B'],
  ['“Weird Al” Yankovic', 'WY'],
  ['宇多田ヒカル', '宇'],
  ['2 Bit Pie', '2P'],
  ['!!!', ''],
  ['', ''],
])('shows %j as %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
