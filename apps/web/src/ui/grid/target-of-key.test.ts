import { expect, it } from 'vitest'
import { targetOfKey } from './target-of-key.ts'

const place = { row: 50, column: 0, rows: 5000, columns: 4, page: 10, isRightToLeft: false }
const after = (key: string, changes: Partial<typeof place> = {}, isCtrl = false) =>
  targetOfKey({ key, isCtrl }, { ...place, ...changes })

it('moves between rows in the same column, within the list', () => {
  expect(after('ArrowDown', { column: 2 })).toEqual({ row: 51, column: 2 })
  expect(after('ArrowUp')).toEqual({ row: 49, column: 0 })
  expect(after('PageDown')).toEqual({ row: 60, column: 0 })
  expect(after('PageUp', { row: 4 })).toEqual({ row: 0, column: 0 })
  expect(after('ArrowDown', { row: 4999 })).toEqual({ row: 4999, column: 0 })
})

it('moves between the controls of a row, and the other way round from right to left', () => {
  expect(after('ArrowRight')).toEqual({ row: 50, column: 1 })
  expect(after('ArrowLeft')).toEqual({ row: 50, column: 0 })
  expect(after('ArrowRight', { column: 3 })).toEqual({ row: 50, column: 3 })
  expect(after('ArrowLeft', { isRightToLeft: true })).toEqual({ row: 50, column: 1 })
})

it('leads with Home and End to the first and last row, but from a later control to the first and last control', () => {
  expect(after('Home')).toEqual({ row: 0, column: 0 })
  expect(after('End')).toEqual({ row: 4999, column: 0 })
  expect(after('Home', { column: 2 })).toEqual({ row: 50, column: 0 })
  expect(after('End', { column: 2 })).toEqual({ row: 50, column: 3 })
  expect(after('Home', { column: 2 }, true)).toEqual({ row: 0, column: 0 })
  expect(after('End', { column: 2 }, true)).toEqual({ row: 4999, column: 2 })
})

it('leaves other keys alone', () => {
  for (const key of ['Enter', ' ', 'Tab', 'Escape', 'x']) expect(after(key)).toBeUndefined()
  expect(after('ArrowDown', {}, true)).toBeUndefined()
})
