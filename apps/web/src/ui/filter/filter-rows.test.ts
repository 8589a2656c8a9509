import { expect, it } from 'vitest'
import { filterRows } from './filter-rows.ts'

const ROWS = ['Élan\nLes Sinus\nÉté', 'Ember\nOtto', 'elan vital\nOtto']
const found = (query: string) => filterRows(ROWS, row => row, query)

it('finds every word anywhere, without regard to accents and case', () => {
  expect(found('ELAN')).toEqual([ROWS[0], ROWS[2]])
  expect(found('otto élan')).toEqual([ROWS[2]])
  expect(found('ete sin')).toEqual([ROWS[0]])
  expect(found('nothing')).toEqual([])
})

it('returns the list itself without a query', () => {
  expect(found('  ')).toBe(ROWS)
})
