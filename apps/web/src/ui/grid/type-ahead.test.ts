import { foldForSearch } from '@refrain/contract/fold-for-search'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TypeAhead } from './type-ahead.ts'

const TITLES = ['Evening', 'Élan', 'The Sea', 'Ember', 'Émile', '99 Days']
let now = 0
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => now))
afterEach(() => vi.restoreAllMocks())

const type = (typeAhead: TypeAhead, text: string, current = 0) =>
  [...text].map(key => typeAhead.type(key, current, TITLES.length, row => foldForSearch(TITLES[row]!))).at(-1)

it('finds the title that begins with the letters, whatever their accents and case', () => {
  expect(type(new TypeAhead(), 'em', 0)).toBe(3)
  expect(type(new TypeAhead(), 'EMI', 0)).toBe(4)
  expect(type(new TypeAhead(), 'the s')).toBe(2)
  expect(type(new TypeAhead(), '9')).toBe(5)
  expect(type(new TypeAhead(), 'ß')).toBeUndefined()
  expect(type(new TypeAhead(), 'xyz')).toBeUndefined()
})

it('leads with the same letter from row to row, around the end', () => {
  const typeAhead = new TypeAhead()
  expect([0, 1, 3, 4].map(current => type(typeAhead, 'e', current))).toEqual([1, 3, 4, 0])
})

it('starts again after a second', () => {
  const typeAhead = new TypeAhead()
  type(typeAhead, 't')
  now += 1001
  expect(type(typeAhead, 'e', 2)).toBe(3)
})

it('takes letters and digits, and spaces only within a title; never / and ?', () => {
  const typeAhead = new TypeAhead()
  expect(['a', 'é', '夜', '7'].map(key => typeAhead.takes(key))).toEqual([true, true, true, true])
  expect([' ', '/', '?', 'Enter', 'F5'].some(key => typeAhead.takes(key))).toBe(false)
  type(typeAhead, 't')
  expect([' ', "'"].every(key => typeAhead.takes(key))).toBe(true)
  expect(['/', '?', 'Tab'].some(key => typeAhead.takes(key))).toBe(false)
})
