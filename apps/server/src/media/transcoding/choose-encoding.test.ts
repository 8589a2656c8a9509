import { expect, it } from 'vitest'
import { chooseEncoding, type OriginalAudio, type StreamWish } from './choose-encoding.ts'
import type { EncodingName } from './encodings.ts'

const FLAC: OriginalAudio = { codec: 'flac', bitRate: 900, sampleRate: 44_100, channels: 2 }
const MP3: OriginalAudio = { ...FLAC, codec: 'mp3', bitRate: 192 }
const ALL = new Set<EncodingName>(['mp3', 'opus', 'aac'])

const choose = (original: OriginalAudio, wish: StreamWish, available = ALL) => {
  const chosen = chooseEncoding(original, wish, available)
  return chosen && `${chosen.name} ${chosen.bitRate}`
}

it.each<[string, OriginalAudio, StreamWish, string | undefined]>([
  ['nothing is asked for', FLAC, {}, undefined],
  ['the original is asked for', FLAC, { format: 'raw', maxBitRate: 64 }, undefined],
  ['there is no limit', FLAC, { maxBitRate: 0 }, undefined],
  ['the limit is not below the original', MP3, { maxBitRate: 192 }, undefined],
  ['the original exceeds the limit by its tags', { ...MP3, bitRate: 140 }, { maxBitRate: 128 }, undefined],
  ['the original has the format', MP3, { format: 'mp3', maxBitRate: 320 }, undefined],
  ['the original has the format by its own name', FLAC, { format: 'flac' }, undefined],
  ['the original has more than the limit', FLAC, { maxBitRate: 320 }, 'mp3 320'],
  ['a limit lies between two steps', FLAC, { maxBitRate: 100 }, 'mp3 96'],
  ['a limit is below all steps', FLAC, { maxBitRate: 8 }, 'mp3 32'],
  ['a format is asked for', FLAC, { format: 'opus' }, 'opus 128'],
  ['a format and a limit are asked for', FLAC, { format: 'AAC', maxBitRate: 64 }, 'aac 64'],
  ['another format is asked for', MP3, { format: 'ogg', maxBitRate: 320 }, 'opus 320'],
  ['an unknown format is asked for', MP3, { format: 'wma' }, 'mp3 192'],
  ['a later start is asked for', MP3, { format: 'mp3', maxBitRate: 192, offset: 10 }, 'mp3 192'],
  ['nothing but a later start is asked for', FLAC, { offset: 10 }, 'mp3 192'],
  ['no browser plays the original', { ...FLAC, codec: 'wavpack' }, {}, 'mp3 192'],
  ['an original that no browser plays is asked for', { ...FLAC, codec: 'dsd' }, { format: 'raw' }, undefined],
  ['a later start of the original is asked for', FLAC, { format: 'raw', offset: 10 }, undefined],
])('where %s (SUB-80, SUB-81, SUB-83)', (_name, original, wish, expected) => {
  expect(choose(original, wish)).toBe(expected)
})

it('takes another format where an encoder is missing, and the original without any (SUB-81)', () => {
  expect(choose(FLAC, { format: 'mp3' }, new Set(['opus']))).toBe('opus 128')
  expect(choose(FLAC, { format: 'mp3' }, new Set())).toBeUndefined()
})

it.each([
  [44_100, 2, { sampleRate: 44_100, channels: 2 }],
  [96_000, 6, { sampleRate: 48_000, channels: 2 }],
  [37_800, 1, { sampleRate: 44_100, channels: 1 }],
])('keeps %d Hz and %d channels where the encoding can (SUB-81)', (sampleRate, channels, kept) => {
  const original = { ...FLAC, sampleRate, channels }
  expect(chooseEncoding(original, { format: 'mp3' }, ALL)).toMatchObject(kept)
  expect(chooseEncoding(original, { format: 'opus' }, ALL)).toMatchObject({ ...kept, sampleRate: 48_000 })
})

it('asks for no more than the encoder takes of one channel (SUB-81)', () => {
  const mono = { ...FLAC, channels: 1 }
  expect(chooseEncoding(mono, { format: 'opus', maxBitRate: 320 }, ALL)).toMatchObject({ bitRate: 256 })
  expect(chooseEncoding(mono, { format: 'mp3', maxBitRate: 320 }, ALL)).toMatchObject({ bitRate: 320 })
  expect(chooseEncoding(FLAC, { format: 'opus', maxBitRate: 320 }, ALL)).toMatchObject({ bitRate: 320 })
})
