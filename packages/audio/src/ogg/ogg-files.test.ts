import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryBytes } from '../bytes/file-bytes.ts'
import { FORMATS, readAudioInfo } from '../formats.ts'
import { analyseAudio } from '../loudness/analyse-audio.ts'
import { fixturePath } from '../testing/fixtures.ts'
import { readSamples } from '../testing/read-samples.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { readLinkPackets } from './link-packets.ts'
import type { OggLink } from './ogg-links.ts'

/** Each with several pages of audio. */
const files = {
  vorbis: readFileSync(fixturePath('sound.vorbis.ogg')),
  opus: readFileSync(fixturePath('tone.opus')),
}

function save(bytes: Uint8Array) {
  const path = join(temporaryFolder(), 'sound.ogg')
  writeFileSync(path, bytes)
  return { ...readAudioInfo(memoryBytes(bytes)), path }
}

async function decode(bytes: Uint8Array): Promise<number[]> {
  const file = save(bytes)
  using sound = await (await FORMATS[file.codec].load()).decode(file)
  return (await readSamples(sound))[0] ?? []
}

/** Offsets of the pages. */
function pagesOf(bytes: Buffer): number[] {
  const offsets: number[] = []
  for (let at = bytes.indexOf('OggS'); at >= 0; at = bytes.indexOf('OggS', at + 4)) offsets.push(at)
  return offsets
}

describe.each(Object.entries(files))('Ogg with %s', (codec, bytes) => {
  it('is decoded across zeros between its pages', async () => {
    const at = pagesOf(bytes).at(-1)!
    const padded = Buffer.concat([bytes.subarray(0, at), Buffer.alloc(3_000), bytes.subarray(at)])
    expect(readAudioInfo(memoryBytes(padded))).toEqual(readAudioInfo(memoryBytes(bytes)))
    expect(await decode(padded)).toEqual(await decode(bytes))
  })

  it('is decoded as a whole where streams follow each other', async () => {
    const one = await decode(bytes)
    const chained = Buffer.concat([bytes, bytes])
    const { trueSamples, primingSamples } = readAudioInfo(memoryBytes(chained))
    // What precedes the music of the second stream plays.
    expect(trueSamples).toBe(2 * one.length + primingSamples)
    const both = await decode(chained)
    expect(both).toHaveLength(trueSamples)
    expect(both.slice(0, one.length)).toEqual(one)
    if (codec === 'vorbis') expect(both.slice(-one.length)).toEqual(one)
    const analysis = await analyseAudio(save(chained))
    expect(Math.max(...analysis.waveform)).toBeGreaterThan(0)
  })

  it('ends before a stream of another kind', async () => {
    const other = codec === 'opus' ? files.vorbis : files.opus
    expect(await decode(Buffer.concat([bytes, other]))).toEqual(await decode(bytes))
  })
})

it.each(Object.entries(files))('decodes %s up to where the file is cut off', async (_codec, bytes) => {
  const last = pagesOf(bytes).at(-1)!
  const cut = Buffer.concat([bytes, bytes.subarray(0, last + 50)])
  const decoded = await decode(cut)
  const whole = await decode(bytes)
  expect(decoded.slice(0, whole.length)).toEqual(whole)
  expect(decoded).toHaveLength(readAudioInfo(memoryBytes(cut)).trueSamples)
})

describe('packets', () => {
  const CONTINUES = 1
  const link: OggLink = {
    stream: { codec: 'opus', serial: 7, sampleRate: 48_000, channels: 1, preSkip: 0 },
    ...{ from: 0, to: 10_000, samples: 0 },
  }

  function page(sequence: number, lengths: readonly number[], { flags = 0, serial = 7 } = {}): Buffer {
    const head = Buffer.alloc(27)
    head.write('OggS')
    head[5] = flags
    head.writeUInt32LE(serial, 14)
    head.writeUInt32LE(sequence, 18)
    head[26] = lengths.length
    return Buffer.concat([
      head,
      Buffer.from(lengths),
      ...lengths.map(length => Buffer.alloc(length, sequence)),
    ])
  }

  const lengthsOf = (...pages: Buffer[]) =>
    Array.from(readLinkPackets(memoryBytes(Buffer.concat(pages)), link), ({ length }) => length)

  it('go on in the next page', () => {
    expect(lengthsOf(page(0, [10, 255, 255]), page(1, [255, 5, 20], { flags: CONTINUES }))).toEqual([
      10, 770, 20,
    ])
  })

  it('of other streams are skipped', () => {
    const pages = [page(0, [10, 255]), page(9, [30], { serial: 8 }), page(1, [5], { flags: CONTINUES })]
    expect(lengthsOf(...pages)).toEqual([10, 260])
  })

  it('are left out if a page with a part of them is missing', () => {
    const last = page(2, [5, 20], { flags: CONTINUES })
    expect(lengthsOf(page(0, [10, 255]), last)).toEqual([10, 20])
    expect(lengthsOf(last)).toEqual([20])
    expect(lengthsOf(page(0, [10, 255]), page(1, [30]))).toEqual([10, 30])
    expect(lengthsOf(page(0, [10, 255]))).toEqual([10])
    expect(lengthsOf(page(0, [10, 255]), page(1, [255, 99], { flags: CONTINUES }).subarray(0, 60))).toEqual([
      10,
    ])
  })
})
