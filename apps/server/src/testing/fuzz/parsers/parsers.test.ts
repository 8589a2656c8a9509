import { expect, it } from 'vitest'
import { runParserFuzz } from './run-parser-fuzz.ts'

const COUNTS = {
  containers: 1_500,
  packets: 300,
  tags: 500,
  sheets: 1_000,
  lyrics: 1_500,
  pictures: 300,
} as const
/** Milliseconds of processor time; generous, as compiling counts too. The long run is strict. */
const MOST = 2_000

it.each(Object.entries(COUNTS) as [keyof typeof COUNTS, number][])(
  'reads damaged %s in bounded time and memory, with no error but its own',
  { timeout: 120_000 },
  async (parser, count) => {
    const command = 'npx vitest run --project server apps/server/src/testing/fuzz/parsers/parsers.test.ts'
    expect(await runParserFuzz(parser, { count, seed: 15, limitMs: MOST, command })).toEqual([])
  },
)
