import { afterEach, expect, it, vi } from 'vitest'
import { endHungTransfers, fetchRange, isAnswered } from './fetch-range.ts'

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

it('ends transfers that have delivered nothing for a second, if there is a new chance', async () => {
  vi.useFakeTimers()
  const begun: string[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    begun.push(url)
    return new Promise((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
    )
  })
  const transfer = async (url: string) => {
    for await (const _bytes of fetchRange(url, 0, 9, signal)) break
  }
  const ended: string[] = []
  const hung = transfer('/hung').catch(() => void ended.push('/hung'))
  await vi.advanceTimersByTimeAsync(900)
  void transfer('/new').catch(() => void ended.push('/new'))
  endHungTransfers()
  await vi.advanceTimersByTimeAsync(200)
  expect(ended).toEqual([])
  endHungTransfers()
  await hung
  expect(begun).toEqual(['/hung', '/new'])
  expect(ended).toEqual(['/hung'])
  vi.useRealTimers()
})
