import { expect, it } from 'vitest'
import { formatDistance, formatSize } from './format-facts.ts'

it('formats sizes in the largest unit', () => {
  expect([0, 999, 1_400, 25_000_000, 1_440_000_000, 3e15].map(formatSize)).toEqual([
    '0 kB',
    '1 kB',
    '1.4 kB',
    '25 MB',
    '1.4 GB',
    '3,000 TB',
  ])
})

it('formats distances in time in words', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  const words = (isoDate: string) => formatDistance(isoDate, now)
  expect(words('2026-11-23T11:59:50Z')).toBe('now')
  expect(words('2026-11-23T09:30:00Z')).toBe('2 hours ago')
  expect(words('2026-11-22T11:00:00Z')).toBe('yesterday')
  expect(words('2026-11-30T12:00:00Z')).toBe('in 7 days')
  expect(words('2026-11-30T11:59:58Z')).toBe('in 7 days')
  expect(words('2026-11-23T12:59:10Z')).toBe('in 59 minutes')
  expect(words('2026-11-23T12:59:50Z')).toBe('in 1 hour')
  expect(words('2026-11-23T13:00:10Z')).toBe('in 1 hour')
  expect(words('2026-11-24T11:20:00Z')).toBe('in 23 hours')
  expect(words('2026-11-24T11:40:00Z')).toBe('tomorrow')
  expect(words('2026-12-23T11:59:58Z')).toBe('in 30 days')
  expect(words('2025-01-01T00:00:00Z')).toBe('last year')
})
