import { afterEach, expect, it, vi } from 'vitest'
import { isAnswered } from './fetch-range.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const { signal } = new AbortController()

it.each([
  [206, true],
  [404, true],
  [500, true],
  [429, false],
  [502, false],
  [503, false],
  [504, false],
])('knows whether the service answers, past every cache: %d', async (status, expected) => {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('', { status }))
  vi.stubGlobal('fetch', fetch)
  expect(await isAnswered('/audio/a.flac', signal)).toBe(expected)
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ cache: 'no-store', headers: { range: 'bytes=0-0' } })
})

it('counts a request that fails as no answer', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await isAnswered('/audio/a.flac', signal)).toBe(false)
})
