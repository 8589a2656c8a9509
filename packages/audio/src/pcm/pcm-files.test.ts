import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UnreadableError } from '../audio-info.ts'
import { memoryBytes } from '../bytes/file-bytes.ts'
import { decodeFlacTrack } from '../flac/decode-flac-track.ts'
import { FORMATS, readAudioInfo } from '../formats.ts'
import { fixturePath } from '../testing/fixtures.ts'
import { openRendition } from '../testing/open-rendition.ts'
import { readSamples } from '../testing/read-samples.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const LENGTH = 5_000
/** Multiples of 256, so that eight bits hold them. */
const SOUND = Array.from({ length: LENGTH }, (_, i) => 256 * Math.round(127 * Math.sin(i / 30)))

type Width = 1 | 2 | 3 | 4 | 8
type Form = { width: Width; isFloat?: boolean; isLittle?: boolean; isUnsigned?: boolean }

/** The sound in any form, mono. */
function samplesOf({ width, isFloat, isLittle, isUnsigned }: Form): Buffer {
  const parts = SOUND.map(value => {
    const bytes = Buffer.alloc(width)
    if (isFloat && width === 8) bytes.writeDoubleBE(value / 32_768)
    else if (isFloat) bytes.writeFloatBE(value / 32_768)
    else {
      const scaled = (value / 256) * 2 ** (8 * width - 8)
      if (isUnsigned) bytes.writeUIntBE(scaled + 2 ** (8 * width - 1), 0, width)
      else bytes.writeIntBE(scaled, 0, width)
    }
    return isLittle ? bytes.reverse() : bytes
  })
  return Buffer.concat(parts)
}

const chunk = (name: string, content: Buffer, isLittle: boolean) => {
  const size = Buffer.alloc(4)
  if (isLittle) size.writeUInt32LE(content.length)
  else size.writeUInt32BE(content.length)
  return Buffer.concat([Buffer.from(name), size, content])
}

function wav(form: Form, { name = 'RIFF', rate = 44_100 } = {}): Buffer {
  const isLittle = name === 'RIFF'
  const format = Buffer.alloc(16)
  const numbers: [number, number][] = [
    [0, form.isFloat ? 3 : 1],
    [2, 1],
    [12, form.width],
    [14, 8 * form.width],
  ]
  for (const [at, value] of numbers)
    isLittle ? format.writeUInt16LE(value, at) : format.writeUInt16BE(value, at)
  isLittle ? format.writeUInt32LE(rate, 4) : format.writeUInt32BE(rate, 4)
  const content = [
    Buffer.from('WAVE'),
    chunk('fmt ', format, isLittle),
    chunk('data', samplesOf({ ...form, isLittle }), isLittle),
  ]
  return chunk(name, Buffer.concat(content), isLittle)
}

function aiffC(encoding: string, form: Form, { rate = 44_100, bits = 8 * form.width } = {}): Buffer {
  const common = Buffer.alloc(24)
  common.writeUInt16BE(1, 0)
  common.writeUInt32BE(LENGTH, 2)
  common.writeUInt16BE(bits, 6)
  const shift = Math.clz32(rate)
  common.writeUInt16BE(16_383 + 31 - shift, 8)
  common.writeUInt32BE((rate << shift) >>> 0, 10)
  common.write(encoding, 18, 'latin1')
  const data = Buffer.concat([Buffer.alloc(8), samplesOf(form)])
  const content = [Buffer.from('AIFC'), chunk('COMM', common, false), chunk('SSND', data, false)]
  return chunk('FORM', Buffer.concat(content), false)
}

/** An ID3v2 tag before what is no MP3. */
const behindTag = (bytes: Buffer) =>
  Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0\x14', 'latin1'), Buffer.alloc(20), bytes])

function save(bytes: Uint8Array) {
  const path = join(temporaryFolder(), 'sound')
  writeFileSync(path, bytes)
  return { ...readAudioInfo(memoryBytes(bytes)), path }
}

const FILES: [string, Buffer][] = [
  ['WAV of 8 bits', wav({ width: 1, isUnsigned: true })],
  ['WAV of 16 bits', wav({ width: 2 })],
  ['WAV of 24 bits', wav({ width: 3 })],
  ['WAV of 32 bits', wav({ width: 4 })],
  ['WAV of 32-bit floats', wav({ width: 4, isFloat: true })],
  ['WAV of 64-bit floats', wav({ width: 8, isFloat: true })],
  ['RIFX of 16 bits', wav({ width: 2 }, { name: 'RIFX' })],
  ['RIFX of 24 bits', wav({ width: 3 }, { name: 'RIFX' })],
  ['RIFX of floats', wav({ width: 4, isFloat: true }, { name: 'RIFX' })],
  ['WAV behind an ID3v2 tag', behindTag(wav({ width: 2 }))],
  ['AIFF behind an ID3v2 tag', behindTag(aiffC('NONE', { width: 2 }))],
  ['AIFF-C fl32', aiffC('fl32', { width: 4, isFloat: true })],
  ['AIFF-C fl64', aiffC('fl64', { width: 8, isFloat: true })],
  ['AIFF-C FL64', aiffC('FL64', { width: 8, isFloat: true })],
  ['AIFF-C in24', aiffC('in24', { width: 3 })],
  ['AIFF-C in24 that claims 16 bits', aiffC('in24', { width: 3 }, { bits: 16 })],
  ['AIFF-C in32', aiffC('in32', { width: 4 })],
  ['AIFF-C raw', aiffC('raw ', { width: 1, isUnsigned: true })],
  ['AIFF-C sowt', aiffC('sowt', { width: 2, isLittle: true })],
]

it.each(FILES)('decodes %s', async (_what, bytes) => {
  const file = save(bytes)
  expect(file).toMatchObject({ codec: 'pcm', sampleRate: 44_100, channels: 1, trueSamples: LENGTH })
  using sound = await (await FORMATS.pcm.load()).decode(file)
  expect(await readSamples(sound)).toEqual([SOUND])
})

it('refuses what it could not play', () => {
  const info = (bytes: Buffer) => () => readAudioInfo(memoryBytes(bytes))
  expect(info(aiffC('ima4', { width: 2 }))).toThrow(UnreadableError)
  const wide = wav({ width: 2 })
  wide.writeUInt16LE(8, 32)
  wide.writeUInt16LE(64, 34)
  expect(info(wide)).toThrow('64 bits')
})

describe.each([11_025, 12_000, 37_800, 64_000])('at %d Hz', rate => {
  const rendered = rate > 48_000 ? 48_000 : rate

  it.each([
    ['AIFF', aiffC('NONE', { width: 2 }, { rate })],
    ['WAV', wav({ width: 3 }, { rate })],
    ['ALAC', alacAt(rate)],
  ])('%s is streamed', async (_name, bytes) => {
    const file = save(bytes)
    const codec = await FORMATS[file.codec].load()
    const output = `${file.path}.mp4`
    const job = {
      source: file.path,
      codec: file.codec,
      trueSamples: file.trueSamples,
      output,
      inContainer: false,
    }
    let sampleRate = 0
    await codec.stream(job, update => {
      sampleRate = update.sampleRate
    })
    expect(file.sampleRate).toBe(rate)
    expect(sampleRate).toBe(rendered)
    using track = await openRendition(output)
    expect(track.config.sampleRate).toBe(rendered)
    const streamed = await readSamples(decodeFlacTrack(track))
    using sound = await codec.decode(file)
    const decoded = await readSamples(sound)
    if (rate === rendered) expect(streamed).toEqual(decoded)
    else expect(streamed[0]).toHaveLength(Math.round((decoded[0]!.length * rendered) / rate))
  })
})

/** The fixture, which says that it has another rate. */
function alacAt(rate: number): Buffer {
  const bytes = readFileSync(fixturePath('tone.alac.m4a'))
  // The configuration ends with the rate.
  const at = bytes.lastIndexOf('alac\0\0\0\0', undefined, 'latin1') + 8 + 20
  expect(bytes.readUInt32BE(at)).toBe(44_100)
  bytes.writeUInt32BE(rate, at)
  return bytes
}
