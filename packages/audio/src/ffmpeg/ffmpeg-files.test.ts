import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { memoryBytes } from '../bytes/file-bytes.ts'
import { readAudioInfo } from '../formats.ts'
import { flacBytes, tone } from '../testing/audio-files.ts'
import { fixturePath } from '../testing/fixtures.ts'
import { makeDsf, silentApe } from '../testing/rare-formats.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { ffmpegCodec } from './ffmpeg-codec.ts'

const info = (bytes: Uint8Array) => readAudioInfo(memoryBytes(bytes))

const words = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [n, value] of values.entries()) bytes.writeUInt32LE(value >>> 0, 4 * n)
  return bytes
}

const text = (value: string) => Buffer.from(value, 'latin1')

/** A chunk of DSDIFF. */
function chunk(id: string, ...content: readonly Uint8Array[]): Buffer {
  const whole = Buffer.concat(content)
  const head = Buffer.alloc(12)
  head.write(id, 'latin1')
  head.writeBigUInt64BE(BigInt(whole.length), 4)
  return Buffer.concat([head, whole, Buffer.alloc(whole.length % 2)])
}

const big = (value: number, bytes: 2 | 4) => {
  const number = Buffer.alloc(bytes)
  number.writeUIntBE(value, 0, bytes)
  return number
}

/** An element of Matroska, with a length of four bytes. */
function element(id: number, ...content: readonly Uint8Array[]): Buffer {
  const whole = Buffer.concat(content)
  const name = Buffer.from(id.toString(16).padStart(id > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([name, big(0x10000000 + whole.length, 4), whole])
}

const float = (value: number) => {
  const number = Buffer.alloc(8)
  number.writeDoubleBE(value)
  return number
}

/** Two clusters that were written before their length was known, as browsers record. */
function liveWebm(...kinds: readonly number[]): Buffer {
  const block = (time: number) => element(0xa3, Buffer.from([0x81, time >> 8, time & 255, 0x80, 1, 2, 3]))
  const open = (time: number, ...blocks: readonly number[]) =>
    Buffer.concat([
      Buffer.from('1f43b67501ffffffffffffff', 'hex'),
      element(0xe7, big(time, 2)),
      ...blocks.map(block),
    ])
  const sound = element(0xe1, element(0xb5, float(48_000)), element(0x9f, Buffer.of(2)))
  const tracks = kinds.map(kind =>
    element(0xae, element(0x83, Buffer.of(kind)), element(0x86, text('A_OPUS')), sound),
  )
  return Buffer.concat([
    element(0x1a45dfa3, element(0x4282, text('webm'))),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    element(0x1654ae6b, ...tracks),
    open(0, 0, 20),
    open(1_000, 0, 500),
  ])
}

it.each([
  ['silent APE', silentApe(), 'ape', 44_100, 2, 16, 1_000],
  [
    'APE of an old version',
    Buffer.concat([
      text('MAC \x82\x0f'),
      Buffer.from([0xd0, 7, 8, 0, 2, 0]),
      words(48_000, 0, 0, 3, 500),
      Buffer.alloc(64),
    ]),
    ...(['ape', 48_000, 2, 24, 2 * 73_728 * 4 + 500] as const),
  ],
  ['Musepack of stream version 8', readFileSync(fixturePath('tone.mpc')), 'musepack', 44_100, 2, 0, 15_435],
  [
    'Musepack of stream version 7',
    Buffer.concat([text('MP+\x07'), words(10, 0x10000, 0, 0, (0x80000000 | (100 << 20)) >>> 0, 0, 0)]),
    ...(['musepack', 48_000, 2, 0, 9 * 1_152 + 100] as const),
  ],
  ['DSF', makeDsf(), 'dsd', 2_822_400, 1, 1, 282_240],
  [
    'DSDIFF',
    chunk(
      'FRM8',
      text('DSD '),
      chunk('PROP', text('SND '), chunk('FS  ', big(2_822_400, 4)), chunk('CHNL', big(2, 2))),
      chunk('DSD ', Buffer.alloc(1_000, 0x55)),
    ),
    ...(['dsd', 2_822_400, 2, 1, 4_000] as const),
  ],
  [
    'compressed DSDIFF',
    chunk(
      'FRM8',
      text('DSD '),
      chunk('PROP', text('SND '), chunk('FS  ', big(2_822_400, 4)), chunk('CHNL', big(2, 2))),
      chunk('DST ', chunk('FRTE', big(150, 4), big(75, 2))),
    ),
    ...(['dsd', 2_822_400, 2, 1, 5_644_800] as const),
  ],
  [
    'WavPack of three channels at an odd rate, without a total',
    Buffer.concat([
      ...[
        [0, 0x7800000 | 1 | 0x800, 0x27],
        [0, 0x7800000 | 1 | 4 | 0x1000, 0],
        [700, 0x7800000 | 1 | 0x800, 0],
      ].map(([index, flags, part]) =>
        Buffer.concat([
          text('wvpk'),
          words(32, 0x410, 0xffffffff, index!, 700, flags!, 0),
          Buffer.from([part!, 2, 0x39, 0x98, 0, 0, 0, 0]),
        ]),
      ),
    ]),
    ...(['wavpack', 38_969, 3, 16, 1_400] as const),
  ],
  ['WebM as it is recorded', liveWebm(2), 'matroska', 48_000, 2, 0, 72_000],
])('reads the header of %s', (_name, bytes, codec, sampleRate, channels, bitDepth, trueSamples) => {
  expect(info(bytes)).toEqual({
    ...{ codec, sampleRate, channels, bitDepth, trueSamples, primingSamples: 0 },
    audioId: expect.stringMatching(/^[\w-]{22}$/),
  })
})

it.each([
  ['a film in WebM', liveWebm(1, 2), 'it is a video'],
  ['Matroska without an index', element(0x1a45dfa3, text('x')), 'its Matroska index is damaged'],
  ['APE without frames', silentApe().fill(0, 60, 72), "its Monkey's Audio header is damaged"],
  [
    'TTA of no rate',
    Buffer.concat([text('TTA1\x01\0\x02\0\x10\0'), words(0, 44_100, 0)]),
    'its header is damaged',
  ],
  [
    'TTA of 300 channels',
    Buffer.concat([text('TTA1\x01\0\x2c\x01\x10\0'), words(44_100, 44_100, 0)]),
    'its header is damaged',
  ],
  ['a cut DSF', makeDsf().subarray(0, 60), 'it ends too early'],
])('says why %s is refused', (_name, bytes, reason) => {
  expect(() => info(bytes)).toThrow(reason)
})

it('reads no other file, whatever the name: a list of files is no sound', async () => {
  const folder = temporaryFolder()
  const secret = join(folder, 'secret.flac')
  writeFileSync(secret, await flacBytes(tone(4_410)))
  const path = join(folder, 'list.ape')
  for (const list of [`ffconcat version 1.0\nfile ${secret}\n`, `#EXTM3U\n#EXTINF:1,\n${secret}\n`]) {
    writeFileSync(path, list)
    const about = {
      path,
      codec: 'ape',
      sampleRate: 44_100,
      channels: 2,
      trueSamples: 4_410,
      primingSamples: 0,
    } as const
    await expect(ffmpegCodec.decode(about)).rejects.toThrow('not of a format')
    // Behind a signature, ffmpeg is told to read that format only.
    writeFileSync(path, Buffer.concat([silentApe().subarray(0, 80), Buffer.from(list)]))
    using sound = await ffmpegCodec.decode(about)
    await expect(sound.samples[Symbol.asyncIterator]().next()).rejects.toThrow('ffmpeg cannot read')
  }
})

it('tells ffmpeg the format that the signature says, whatever the name, and allows it files and pipes only', async () => {
  const folder = temporaryFolder()
  const said = join(folder, 'said')
  writeFileSync(join(folder, 'ffmpeg'), `#!/bin/sh\necho "$*" > ${said}\nexit 1\n`, { mode: 0o755 })
  const path = join(folder, 'name.wma')
  writeFileSync(path, silentApe())
  vi.stubEnv('PATH', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const about = {
    path,
    codec: 'wma',
    sampleRate: 8_000,
    channels: 1,
    trueSamples: 1,
    primingSamples: 0,
  } as const
  using sound = await ffmpegCodec.decode(about)
  await expect(sound.samples[Symbol.asyncIterator]().next()).rejects.toThrow('ffmpeg cannot read')
  expect(readFileSync(said, 'utf8')).toContain(
    `-protocol_whitelist file,pipe -timelimit 61 -f ape -i file:${path} -map 0:a:0 -vn -sn -dn -ac 2 -ar 44100 `,
  )
})
