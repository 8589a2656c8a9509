import { expect, it } from 'vitest'
import { formatLength } from './format-length.ts'

it('formats lengths of time in the largest unit', () => {
  expect([0, 8.4, 59, 90, 3_599, 5_400].map(formatLength)).toEqual([
    '1 sec',
    '8 sec',
    '59 sec',
    '2 min',
    '60 min',
    '1.5 hr',
  ])
})
