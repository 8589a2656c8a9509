import { textLimits } from '@refrain/contract/limits'
import { renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { clearSavedPlayer } from '../../listening/resume/clear-saved-player.ts'
import { clearSearches, MAX_RECENT, removeSearch, saveSearch, useRecentSearches } from './recent-searches.ts'

const KEY = 'recentSearches'
const read = () => renderHook(useRecentSearches).result.current

beforeEach(() => localStorage.clear())

describe('recent searches', () => {
  it('are the last ten, newest first, each once in any letters', () => {
    for (let count = 1; count <= 12; count++) saveSearch(`query ${count}`)
    saveSearch('QUERY 5')
    expect(read()).toEqual(['QUERY 5', ...[12, 11, 10, 9, 8, 7, 6, 4, 3].map(count => `query ${count}`)])
  })

  it('are removed one by one and all at once', () => {
    for (const query of ['a', 'b', 'c']) saveSearch(query)
    removeSearch('b')
    expect(read()).toEqual(['c', 'a'])
    clearSearches()
    expect(read()).toEqual([])
    expect(localStorage.getItem(KEY)).toBeNull()
  })

  it('go with the session', () => {
    saveSearch('a')
    clearSavedPlayer()
    expect(read()).toEqual([])
  })

  it.each([
    ['no JSON', '['],
    ['no list', '{"length":1}'],
    ['other values', '[1,null,{},"  "]'],
    ['too long', JSON.stringify(Array.from({ length: 5_000 }, (_, count) => `${count}`))],
  ])('are none if what is stored is damaged: %s', (_, stored) => {
    localStorage.setItem(KEY, stored)
    expect(read()).toEqual([])
  })

  it('are bounded in number and length as they are read', () => {
    const many = Array.from({ length: 20 }, (_, count) => `${count}`.repeat(textLimits.searchQuery.max + 1))
    localStorage.setItem(KEY, JSON.stringify([...many, '\0']))
    const lengths = read().map(query => query.length)
    expect(lengths).toEqual(Array.from({ length: MAX_RECENT }, () => textLimits.searchQuery.max))
  })
})
