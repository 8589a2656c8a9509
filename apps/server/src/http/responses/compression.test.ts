import { describe, expect, it } from 'vitest'
import { pickEncoding } from './compression.ts'

describe('Accept-Encoding', () => {
  it.each([
    ['gzip, br', 'br'],
    ['gzip;q=0.5', 'gzip'],
    ['br ; q=0, GZIP', 'gzip'],
    ['identity', undefined],
    ['', undefined],
    [`br,${' '.repeat(300)}`, undefined],
  ])('chooses for %j', (header, encoding) => {
    expect(pickEncoding(header)).toBe(encoding)
  })
})
