import { encodeFlac, toInt16 } from '@refrain/audio/encode/encode-flac-file'
import { encodeMp3 } from '@refrain/audio/encode/encode-mp3'
import { findFlacFrames } from '@refrain/audio/encode/flac-header'
import {
  DECODER_DELAY,
  ENCODER_DELAY,
  FRAME_SAMPLES,
  frameOffsets,
} from '@refrain/audio/encode/mp3-info-frame'
import { describe, expect, it } from 'vitest'
import { sampleCatalogue } from '../catalogue/sample-catalogue.ts'
import { type Recipe, STYLES, type StyleName } from '../compose/recipe.ts'
import { SAMPLE_RATE } from '../mixing/bus.ts'
import { integratedLoudness } from '../mixing/loudness.ts'
import { CEILING, TARGET_LOUDNESS } from '../mixing/master.ts'
import { renderAudio } from './render-audio.ts'

/** The first track in a style, shortened to a few bars. */
function excerpt(style: StyleName, bars: number): Recipe {
  const recipe = sampleCatalogue()
    .flatMap(album => album.tracks)
    .find(track => track.recipe.style === style)!.recipe
  return { ...recipe, bars }
}

const rms = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length)

describe('rendering', () => {
  const styles = (Object.keys(STYLES) as StyleName[]).filter(style => style !== 'suite')

  it.each(styles)(
    'renders %s at the target loudness, below the ceiling, in stereo, without DC offset',
    { timeout: 30_000 },
    style => {
      const { left, right } = renderAudio(excerpt(style, 8))
      expect(Math.abs(integratedLoudness(left, right) - TARGET_LOUDNESS)).toBeLessThan(1.5)
      let highest = 0
      let offset = 0
      let apart = 0
      for (let i = 0; i < left.length; i++) {
        highest = Math.max(highest, Math.abs(left[i]!), Math.abs(right[i]!))
        offset += left[i]! / left.length
        apart += Math.abs(left[i]! - right[i]!) / left.length
      }
      expect(highest).toBeLessThanOrEqual(CEILING + 1e-6)
      expect(Math.abs(offset)).toBeLessThan(0.001)
      expect(apart).toBeGreaterThan(0.005)
      const end = left.length
      expect(rms(left.subarray(end >> 2, (end * 5) >> 3))).toBeGreaterThan(0.02)
      expect(rms(left.subarray(end - 2000))).toBeLessThan(0.01)
    },
  )

  it('renders the same bytes twice, and an MP3 that states its exact length', async () => {
    const recipe = excerpt('lofi', 2)
    const first = renderAudio(recipe)
    const again = renderAudio(recipe)
    const mp3 = await encodeMp3(first.left, first.right)
    expect(mp3.equals(await encodeMp3(again.left, again.right))).toBe(true)
    const frames = frameOffsets(mp3).length - 1
    const lame = mp3.indexOf('LAME')
    const delay = (mp3[lame + 21]! << 4) | (mp3[lame + 22]! >> 4)
    const padding = ((mp3[lame + 22]! & 0xf) << 8) | mp3[lame + 23]!
    expect(delay).toBe(ENCODER_DELAY)
    expect(frames * FRAME_SAMPLES - delay - padding).toBe(first.left.length)
    // The padding covers the decoder's delay.
    expect(padding).toBeGreaterThanOrEqual(DECODER_DELAY)
    expect(mp3.readUInt32BE(mp3.indexOf('Info') + 8)).toBe(frames)
    expect(mp3.readUInt32BE(mp3.indexOf('Info') + 12)).toBe(mp3.length)
  })

  it('renders gapless tracks that join to the sample', { timeout: 60_000 }, () => {
    const [one, two] = sampleCatalogue()[0]!.tracks
    const boundary = two!.range!.from
    const reach = SAMPLE_RATE / 2
    const render = (from: number, to: number) => {
      const { left, right } = renderAudio(one!.recipe, { ...one!.range!, from, to })
      return toInt16(left, right)
    }
    const whole = render(boundary - reach, boundary + reach)
    const before = render(boundary - reach, boundary)
    const after = render(boundary, boundary + reach)
    expect(before.length + after.length).toBe(whole.length)
    expect(Buffer.from(before.buffer).equals(Buffer.from(whole.buffer, 0, before.byteLength))).toBe(true)
    expect(Buffer.from(after.buffer).equals(Buffer.from(whole.buffer, before.byteLength))).toBe(true)
    expect(rms(Float32Array.from(before))).toBeGreaterThan(200)
  })

  it('writes a FLAC file with its exact length and the checksum of its audio', async () => {
    const length = 30_001
    const tone = Float32Array.from({ length }, (_, i) => 0.4 * Math.sin(i * 0.05))
    const file = await encodeFlac(tone, tone, sampleCatalogue()[0]!.tracks[0]!.tags)
    expect(file.subarray(0, 4).toString()).toBe('fLaC')
    expect(Number(file.readBigUInt64BE(18) & 0xfffffffffn)).toBe(length)
    expect(file.subarray(26, 42).equals(Buffer.alloc(16))).toBe(false)
    const frames = findFlacFrames(file)
    expect(file.readUInt16BE(frames) >> 2).toBe(0x3ffe)
  })
})
