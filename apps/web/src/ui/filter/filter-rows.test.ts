import { expect, it, vi } from 'vitest'
import { filterRows } from './filter-rows.ts'

const ROWS = [
  ['Élan', 'Les Sinus', 'Été'],
  ['Ember', 'Otto'],
  ['elan vital', 'Otto'],
  ['Don’t Stop', 'Łódź', 'Straße'],
  ['がっこう', 'йод'],
]
const textsOf = (row: readonly string[]) => row
const found = (query: string) => filterRows(ROWS, textsOf, query)

it('finds every word anywhere, without regard to accents and case', () => {
  expect(found('ELAN')).toEqual([ROWS[0], ROWS[2]])
  expect(found('otto élan')).toEqual([ROWS[2]])
  expect(found('ete sin')).toEqual([ROWS[0]])
  expect(found('nothing')).toEqual([])
})

it('compares letters as the search does', () => {
  expect(found("don't strasse lodz")).toEqual([ROWS[3]])
  expect(found('かっこう')).toEqual([])
  expect(found('иод')).toEqual([])
  expect(found('がっ Йод')).toEqual([ROWS[4]])
})

it('reads the texts of a list once, whatever is typed, and only the beginning of long ones', () => {
  const rows = ROWS.map(row => [...row])
  const read = vi.fn(textsOf)
  for (const query of ['e', 'el', 'ela', 'x'.repeat(100_000)]) filterRows(rows, read, query)
  expect(read).toHaveBeenCalledTimes(rows.length)
  const query = vi.spyOn(String.prototype, 'normalize')
  filterRows(rows, read, 'é'.repeat(100_000))
  expect(Math.max(...query.mock.contexts.map(text => String(text).length))).toBeLessThan(1_000)
  query.mockRestore()
})

it('returns the list itself without a query', () => {
  expect(found('  ')).toBe(ROWS)
})
