import { byteLimits } from '@refrain/contract/limits'
import { expect, it } from 'vitest'
import { Parameters } from './parameters.ts'

it('takes the values of a form instead of those of the address, in order', () => {
  const read = new Parameters('/rest/x?id=1&id=2&u=ada', 'id=3&id=4')
  expect([read.all('id'), read.get('id'), read.get('u'), read.all('none')]).toEqual([
    ['3', '4'],
    '4',
    'ada',
    [],
  ])
})

it('reads a form of nothing but names in one pass: the time of the test would not be enough for more', () => {
  const names = Array.from({ length: byteLimits.appForm / 6 }, (_, n) => n.toString(36).padStart(5, '0'))
  const read = new Parameters('/rest/x', names.join('&'))
  expect([read.get('00000'), read.get(names.at(-1) ?? ''), read.get('zzzzz')]).toEqual(['', '', undefined])
})
