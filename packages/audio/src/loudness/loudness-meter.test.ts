import { describe, expect, it } from 'vitest'
import { integratePacked, packBlocks } from './block-counts.ts'
import { channelWeights } from './channel-weights.ts'
import { integrateLoudness, LoudnessMeter } from './loudness-meter.ts'

/** A part of a test signal of EBU Tech 3341: 1 kHz on both channels for some time at a level. */
type Part = readonly [seconds: number, decibels: number]

function blocksOf(parts: readonly Part[], rate: number, channels = 2): number[] {
  const meter = new LoudnessMeter(rate, channelWeights(channels, false))
  for (const [seconds, decibels] of parts) {
    const amplitude = 10 ** (decibels / 20)
    const tone = Float32Array.from(
      { length: Math.round(seconds * rate) },
      (_, i) => amplitude * Math.sin((2 * Math.PI * 1_000 * i) / rate),
    )
    // In uneven pieces, as decoders give them.
    for (let at = 0; at < tone.length; at += 4_999) {
      const piece = tone.subarray(at, at + 4_999)
      meter.add(Array.from({ length: channels }, () => piece))
    }
  }
  return meter.blocks
}

const loudnessOf = (parts: readonly Part[], rate = 48_000, channels = 2) =>
  integrateLoudness(blocksOf(parts, rate, channels).map(power => [power, 1])) ?? Number.NEGATIVE_INFINITY
const tonesApart = (measured: number, wanted: number) => Math.abs(measured - wanted)

describe('integrated loudness', () => {
  it.each([8_000, 22_050, 44_100, 48_000, 96_000, 192_000])(
    'of 1 kHz at -23 dBFS on two channels is -23.0 LUFS at %d Hz (EBU Tech 3341, case 1)',
    rate => {
      // At low rates the filter for the head bends by some hundredths.
      expect(tonesApart(loudnessOf([[5, -23]], rate), -23)).toBeLessThan(0.1)
    },
  )

  it.each<[string, Part[], number]>([
    ['2: a quiet tone', [[20, -33]], -33],
    [
      '3: what is far below the rest is left out',
      [
        [10, -36],
        [60, -23],
        [10, -36],
      ],
      -23,
    ],
    [
      '4: what is below -70 LUFS is left out first',
      [
        [10, -72],
        [10, -36],
        [60, -23],
        [10, -36],
        [10, -72],
      ],
      -23,
    ],
    [
      '5: what is but a little below counts',
      [
        [20, -26],
        [20.1, -20],
        [20, -26],
      ],
      -23,
    ],
  ])('matches EBU Tech 3341 in case %s', (_name, parts, wanted) => {
    expect(tonesApart(loudnessOf(parts, 8_000), wanted)).toBeLessThan(0.1)
  })

  it('of mono equals that of the same audio on two channels', () => {
    expect(tonesApart(loudnessOf([[2, -23]], 48_000, 1), loudnessOf([[2, -23]]))).toBeLessThan(0.01)
  })

  it('weights surround channels more, and ignores LFE', () => {
    expect(channelWeights(6, false)).toEqual([1, 1, 1, 0, 1.41, 1.41])
    expect(channelWeights(6, true)).toEqual([1, 1, 1, 1.41, 1.41, 0])
  })

  it('is unknown for silence and for less than a block', () => {
    expect(
      integrateLoudness(blocksOf([[2, Number.NEGATIVE_INFINITY]], 8_000).map(power => [power, 1])),
    ).toBeNull()
    expect(blocksOf([[0.39, -10]], 8_000)).toEqual([])
  })
})

describe('the loudness of an album', () => {
  it('is that of its tracks joined, gated over all their blocks', () => {
    const quiet = blocksOf([[20, -36]], 8_000)
    const loud = blocksOf([[60, -23]], 8_000)
    const album = integratePacked([packBlocks(quiet), packBlocks(loud)]) ?? 0
    expect(
      tonesApart(
        album,
        loudnessOf(
          [
            [20, -36],
            [60, -23],
          ],
          8_000,
        ),
      ),
    ).toBeLessThan(0.1)
    expect(tonesApart(album, -23)).toBeLessThan(0.15)
  })

  it('takes few bytes, even for an hour', () => {
    const hour = Array.from({ length: 36_000 }, (_, i) => 0.1 ** (1 + (i % 300) / 100))
    expect(packBlocks(hour).length).toBeLessThan(1_000)
    const exact = integrateLoudness(hour.map(power => [power, 1])) ?? 0
    expect(tonesApart(integratePacked([packBlocks(hour)]) ?? 0, exact)).toBeLessThan(0.05)
    expect(integratePacked([packBlocks([0, 1e-12])])).toBeNull()
    expect(integratePacked([])).toBeNull()
  })
})
