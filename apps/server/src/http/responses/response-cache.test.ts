import { expect, it } from 'vitest'
import { ResponseCache } from './response-cache.ts'

it('keeps what is asked for again, up to its bytes, the oldest making room', async () => {
  const answers = new ResponseCache(async () => 1, 80_000)
  await answers.refresh()
  for (const key of ['once', ...'abcdefghijkl', ...'abcdefghijkl']) answers.store(key, 'x'.repeat(1_900), 1)
  const kept = ['once', ...'abcdefghijkl'].filter(key => answers.get(key))
  expect(kept.at(-1)).toBe('l')
  expect(kept).not.toContain('once')
  expect(kept).not.toContain('a')
  expect(kept.length).toBeGreaterThan(5)
  answers.store('large', 'x'.repeat(10_000), 1)
  answers.store('large', 'x'.repeat(10_000), 1)
  expect(answers.get('large')).toBeUndefined()
})
