import { expect, it } from 'vitest'
import { chooseBitRate } from './stream-quality.ts'

it.each([
  ['flac', 900, 160, 96],
  ['pcm', 1_411, 160, 96],
  ['alac', 900, 160, 96],
  // Its rendition is FLAC.
  ['vorbis', 80, 160, 96],
  ['wavpack', 900, 160, 96],
  ['wma', 64, 160, 96],
  // Already lossy: encoded again only if that saves much.
  ['mp3', 320, undefined, 96],
  ['aac', 256, undefined, 96],
  ['opus', 160, undefined, 96],
  ['mp3', 128, undefined, 96],
  ['opus', 105, undefined, undefined],
  ['mp3', 64, undefined, undefined],
  ['flac', 90, undefined, undefined],
] as const)('%s of %d kbit/s: high %s, data saver %s', (codec, bitRate, high, saver) => {
  expect(chooseBitRate({ codec, bitRate }, 'original')).toBeUndefined()
  expect(chooseBitRate({ codec, bitRate }, 'high')).toBe(high)
  expect(chooseBitRate({ codec, bitRate }, 'saver')).toBe(saver)
})
