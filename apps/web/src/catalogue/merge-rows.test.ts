import { countLimits } from '@refrain/contract/limits'
import { describe, expect, it } from 'vitest'
import { mergeData, mergeRows } from './merge-rows.ts'

const rows = (...ids: readonly string[]) => ids.map(id => ({ id, title: `Title of ${id}` }))
const idsOf = (list: unknown) => (list as { readonly id: string }[]).map(({ id }) => id)
const many = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix}${n}`)

describe('mergeRows', () => {
  it('adds new rows after the visible ones, in any order', () => {
    expect(idsOf(mergeRows(rows('m', 'p'), rows('a', 'm', 'n', 'p')))).toEqual(['m', 'p', 'a', 'n'])
  })

  it('updates changed rows and leaves the others untouched', () => {
    const shown = rows('a', 'b')
    const result = mergeRows(shown, [{ id: 'b', title: 'Another title' }, ...rows('a')])
    expect(result).toEqual([shown[0], { id: 'b', title: 'Another title' }])
    expect(result[0]).toBe(shown[0])
  })

  it('drops removed rows, but not those pushed out of a truncated list', () => {
    expect(idsOf(mergeRows(rows('a', 'b', 'c'), rows('a', 'c')))).toEqual(['a', 'c'])
    const shown = rows(...many(countLimits.popular, 'm'))
    const fresh = rows('a', ...many(countLimits.popular - 1, 'm'))
    expect(mergeRows(shown, fresh)).toEqual(shown)
  })

  it('fills a list up to its maximum length', () => {
    const fresh = rows(...many(countLimits.popular, 'a'))
    const result = idsOf(mergeRows(rows('m', 'n'), fresh))
    expect(result).toHaveLength(countLimits.popular)
    expect(result.slice(0, 3)).toEqual(['m', 'n', 'a0'])
  })
})

describe('mergeData', () => {
  const page = (totalResults: number, ...ids: readonly string[]) => ({ rows: rows(...ids), totalResults })

  it('adds new rows at the end of a listing', () => {
    const shown = { pages: [page(4, 'm', 'n'), page(4, 'o', 'p')], pageParams: [1, 2] }
    const fresh = { pages: [page(6, 'a', 'm'), page(6, 'n', 'o')], pageParams: [1, 2] }
    const result = mergeData(shown, fresh) as typeof shown
    expect(idsOf(result.pages.flatMap(each => each.rows))).toEqual(['m', 'n', 'o', 'p', 'a'])
    expect(result.pages.map(each => each.totalResults)).toEqual([6, 6])
    expect(result.pageParams).toEqual([1, 2])
  })

  it('drops removed rows from a complete listing', () => {
    const shown = { pages: [page(3, 'm', 'n', 'o')], pageParams: [1] }
    const fresh = { pages: [page(2, 'm', 'o')], pageParams: [1] }
    const result = mergeData(shown, fresh) as typeof shown
    expect(idsOf(result.pages[0]?.rows)).toEqual(['m', 'o'])
  })

  it('adds to each group of search results', () => {
    const shown = { tracks: [], artists: rows('m'), albums: rows('m', 'n') }
    const fresh = { tracks: rows('a'), artists: rows('a', 'm'), albums: rows('m', 'n') }
    const result = mergeData(shown, fresh) as typeof fresh
    expect(Object.values(result).map(idsOf)).toEqual([['a'], ['m', 'a'], ['m', 'n']])
  })

  it('replaces single records', () => {
    expect(mergeData({ id: 'a', name: 'Old' }, { id: 'a', name: 'New' })).toEqual({
      id: 'a',
      name: 'New',
    })
  })
})
