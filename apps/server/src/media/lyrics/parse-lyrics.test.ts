import { describe, expect, it } from 'vitest'
import { parseLyrics } from './parse-lyrics.ts'

const timed = (body: string) => parseLyrics(body, true).map(({ seconds, text }) => [seconds, text])

describe('lyrics with timestamps', () => {
  it('are sorted; a line with several timestamps appears at each', () => {
    expect(timed('[ar:Ada]\n[00:12.50][00:02.5]Twice\n[00:05]Once\n[01:02:30]Late')).toEqual([
      [2.5, 'Twice'],
      [5, 'Once'],
      [12.5, 'Twice'],
      [62.3, 'Late'],
    ])
  })

  it('move earlier by a positive offset, later by a negative one, never before the start', () => {
    expect(timed('[00:00.20]A\n[offset:+500]\n[00:02.00]B')).toEqual([
      [0, 'A'],
      [1.5, 'B'],
    ])
    expect(timed('[offset: -250]\n[00:02.00]B')).toEqual([[2.25, 'B']])
    expect(timed('[offset:soon]\n[00:02.00]B')).toEqual([[2, 'B']])
  })

  it('keep empty lines, continuation lines and sung brackets; word timestamps are removed', () => {
    expect(
      timed('[00:01.00]\n[00:02.00]<00:02.10>Two <00:02.50>words\nand on\n[00:03.00][all] Sing'),
    ).toEqual([
      [1, ''],
      [2, 'Two words'],
      [2, 'and on'],
      [3, '[all] Sing'],
    ])
  })

  it('are limited in number and length', () => {
    const sizeOf = (body: string) => {
      const lines = parseLyrics(body, true)
      return [lines.length, lines.reduce((sum, { text }) => sum + text.length, 0)]
    }
    expect(sizeOf(`${'[00:01]'.repeat(50_000)}x`)).toEqual([100, 100])
    expect(sizeOf(`[00:01]${'x'.repeat(100_000)}`)).toEqual([1, 1_000])
    expect(sizeOf(`${'[0:0]'.repeat(9_900)}${'x'.repeat(80_000)}`)).toEqual([100, 100_000])
    const often = `${'[00:01]'.repeat(100)}${'x'.repeat(1_000)}\n`.repeat(100)
    expect(sizeOf(often)).toEqual([200, 200_000])
    expect(sizeOf('[00:01]x\n'.repeat(20_000))).toEqual([10_000, 10_000])
  })
})

it('lyrics without timestamps keep their lines', () => {
  expect(parseLyrics('One\n\n [Chorus] Two ', false)).toEqual([
    { seconds: null, text: 'One' },
    { seconds: null, text: '' },
    { seconds: null, text: '[Chorus] Two' },
  ])
  expect(parseLyrics('', false)).toEqual([])
})

it('lyrics without timestamps are limited, without splitting a character', () => {
  const lines = parseLyrics(`${'x'.repeat(999)}😀${'\ny'.repeat(20_000)}`, false)
  expect([lines.length, lines[0]?.text]).toEqual([10_000, `${'x'.repeat(999)}\uFFFD`])
})
