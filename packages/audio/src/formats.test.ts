import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { UnreadableError } from './audio-info.ts'
import { memoryBytes } from './bytes/file-bytes.ts'
import { readAudioInfo } from './formats.ts'
import { readTags } from './tags/read-tags.ts'
import { FIXTURE_SAMPLES, fixturePath, OPUS_FIXTURE_SAMPLES } from './testing/fixtures.ts'
import { makeAiff, makeWav } from './testing/make-pcm.ts'

const files = new Map<string, Buffer>()
const fixture = (name: string) => files.get(name)!
const sound = (bytes: Uint8Array) => readAudioInfo(memoryBytes(bytes))

beforeAll(async () => {
  for (const name of ['tone.mp3', 'tone.flac', 'tone.aac.m4a', 'tone.alac.m4a', 'tone.ogg', 'tone.opus']) {
    files.set(name, await readFile(fixturePath(name)))
  }
  files.set('tone.wav', makeWav(FIXTURE_SAMPLES))
  files.set('tone.aiff', makeAiff(FIXTURE_SAMPLES))
})

describe('audio info', () => {
  it.each([
    ['tone.mp3', 'mp3', 44_100, 0, FIXTURE_SAMPLES, 1105],
    ['tone.flac', 'flac', 44_100, 16, FIXTURE_SAMPLES, 0],
    ['tone.aac.m4a', 'aac', 44_100, 0, FIXTURE_SAMPLES, 1024],
    ['tone.alac.m4a', 'alac', 44_100, 16, FIXTURE_SAMPLES, 0],
    ['tone.ogg', 'vorbis', 44_100, 0, FIXTURE_SAMPLES, 0],
    ['tone.opus', 'opus', 48_000, 0, OPUS_FIXTURE_SAMPLES, 312],
    ['tone.wav', 'pcm', 44_100, 16, FIXTURE_SAMPLES, 0],
    ['tone.aiff', 'pcm', 44_100, 16, FIXTURE_SAMPLES, 0],
  ])('%s', (name, codec, sampleRate, bitDepth, trueSamples, primingSamples) => {
    expect(sound(fixture(name))).toEqual({
      codec,
      sampleRate,
      channels: 1,
      bitDepth,
      trueSamples,
      primingSamples,
      audioId: expect.stringMatching(/^[\w-]{22}$/),
    })
  })

  it('has the bit depth of a 24-bit ALAC file', async () => {
    expect(sound(await readFile(fixturePath('sound-24.alac.m4a')))).toMatchObject({ bitDepth: 24 })
  })

  it('counts the frames of an MP3 without a length in its header', () => {
    const mp3 = Buffer.from(fixture('tone.mp3'))
    const info = mp3.indexOf('Info') >= 0 ? mp3.indexOf('Info') : mp3.indexOf('Xing')
    const first = mp3.indexOf(Buffer.from([0xff, 0xfb]))
    expect(info).toBeGreaterThan(first)
    const second = mp3.indexOf(mp3.subarray(first, first + 2), first + 4)
    const { trueSamples, primingSamples } = sound(mp3.subarray(second))
    expect([trueSamples % 1152, primingSamples]).toEqual([0, 0])
    expect(trueSamples - FIXTURE_SAMPLES).toBeGreaterThan(0)
    expect(trueSamples - FIXTURE_SAMPLES).toBeLessThan(4 * 1152)
  })

  it.each(['tone.mp3', 'tone.flac', 'tone.ogg', 'tone.opus', 'tone.wav', 'tone.aiff'])(
    'has the actual length of a truncated %s',
    name => {
      const whole = fixture(name)
      const longer =
        name === 'tone.flac' ? whole.subarray(0, whole.length - 900) : whole.subarray(0, whole.length * 0.8)
      const full = sound(whole).trueSamples
      let cut: number
      try {
        cut = sound(longer).trueSamples
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableError)
        return
      }
      expect(cut).toBeLessThan(full)
    },
  )

  it('explains what is wrong with an MP4 whose index is truncated', () => {
    expect(() => sound(fixture('tone.aac.m4a').subarray(0, 300))).toThrow('its MP4 index is missing')
  })

  it('is found between ID3, ID3v1 and APE tags, with the same audio id', () => {
    const id3 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x01\x00', 'latin1'), Buffer.alloc(128)])
    const ape = Buffer.alloc(32)
    ape.write('APETAGEX')
    ape.writeUInt32LE(32, 12)
    const id3v1 = Buffer.alloc(128)
    id3v1.write('TAG')
    for (const name of ['tone.mp3', 'tone.flac']) {
      const changed = Buffer.concat([id3, fixture(name), ape, id3v1])
      expect(sound(changed)).toEqual(sound(fixture(name)))
    }
  })

  it('rejects files that are not music', () => {
    for (const bytes of ['', 'x', 'RIFF____WAVE', 'OggS', 'fLaC', '____ftypM4A ', 'FORM____AIFF', 'ID3']) {
      expect(() => sound(Buffer.from(bytes, 'latin1')), bytes).toThrow(UnreadableError)
    }
  })
})

describe('a damaged file', () => {
  const names = fc.constantFrom(
    'tone.mp3',
    'tone.flac',
    'tone.aac.m4a',
    'tone.alac.m4a',
    'tone.ogg',
    'tone.opus',
    'tone.wav',
    'tone.aiff',
  )
  const damage = fc.array(
    fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 255 })),
    { maxLength: 12 },
  )

  it('yields plausible info or an UnreadableError, and its tags or none', async () => {
    await fc.assert(
      fc.asyncProperty(
        names,
        damage,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (name, flips, length) => {
          const bytes = Buffer.from(
            fixture(name).subarray(0, Math.ceil(fixture(name).length * Math.max(length, 0.1))),
          )
          // Headers lie at the start, where most of the damage shall be.
          for (const [at, value] of flips) bytes[Math.floor(at ** 3 * (bytes.length - 1))] = value
          const file = memoryBytes(bytes)
          await readTags(file)
          try {
            const read = readAudioInfo(file)
            expect(Number.isInteger(read.trueSamples) && read.trueSamples > 0).toBe(true)
            expect(Number.isInteger(read.primingSamples) && read.primingSamples >= 0).toBe(true)
            expect(read.sampleRate > 0 && read.channels > 0).toBe(true)
          } catch (error) {
            if (!(error instanceof UnreadableError)) throw error
          }
        },
      ),
      { numRuns: 1500 },
    )
  })
})
