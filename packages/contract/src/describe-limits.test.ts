import { expect, it } from 'vitest'
import { describeRate, formatBytes, formatLimit } from './describe-limits.ts'

it.each([
  [{ calls: 60, seconds: 60 }, '60 a minute'],
  [{ calls: 10, seconds: 900 }, '10 in 15 minutes'],
  [{ calls: 5, seconds: 3_600 }, '5 an hour'],
  [{ calls: 5, seconds: 86_400 }, '5 a day'],
])('describes the rate %j', (rate, text) => {
  expect(describeRate(rate)).toBe(text)
})

it('formats numbers and sizes', () => {
  expect([formatLimit(10_000), formatBytes(5 * 1024 * 1024), formatBytes(64 * 1024)]).toEqual([
    '10,000',
    '5 MiB',
    '64 KiB',
  ])
})
