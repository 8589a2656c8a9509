import { expect, it } from 'vitest'
import { runParserFuzz } from './run-parser-fuzz.ts'

const COUNTS = {
  containers: 60_000,
  packets: 10_000,
  tags: 30_000,
  sheets: 60_000,
  lyrics: 60_000,
  pictures: 20_000,
} as const
/** Milliseconds of processor time. */
const MOST = 500

it.each(Object.entries(COUNTS) as [keyof typeof COUNTS, number][])(
  'reads damaged %s in bounded time and memory, with no error but its own',
  async (parser, count) => {
    const command = 'npm run test:soak -- apps/server/src/testing/fuzz/parsers/parsers.soak.test.ts'
    const seed = Date.now() % 2 ** 31
    expect(await runParserFuzz(parser, { count, seed, limitMs: MOST, command })).toEqual([])
  },
)
