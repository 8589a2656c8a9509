import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import { decodeFlacTrack } from '../flac/decode-flac-track.ts'
import { openFlacTrack } from '../flac/open-flac-track.ts'
import type { RenditionUpdate } from '../rendition/rendition.ts'
import { trimAudio } from '../samples/trim-audio.ts'
import { fixturePath } from '../testing/fixtures.ts'
import { openRendition } from '../testing/open-rendition.ts'
import { readSamples } from '../testing/read-samples.ts'
import { silentVorbis, vorbisHeaders } from '../testing/silent-vorbis.ts'
import { decodeVorbis } from './decode-vorbis.ts'
import { vorbis } from './vorbis-codec.ts'
import { createVorbisDecoder } from './vorbis-decoder.ts'
import { readVorbisSetup } from './vorbis-setup.ts'

const transform = vi.hoisted(() => vi.fn())
vi.mock('./vorbis-mdct.ts', async load => {
  const { createInverseMdct } = await load<typeof import('./vorbis-mdct.ts')>()
  return {
    createInverseMdct: (block: number) => {
      const inverse = createInverseMdct(block)
      return (...given: Parameters<typeof inverse>) => {
        transform()
        inverse(...given)
      }
    },
  }
})

/** Sweeps and clicks, so that long and short blocks meet; its length ends amid a packet. */
const SOURCE = fixturePath('sound.vorbis.ogg')
/** What libvorbis, the reference, decodes from it. */
const REFERENCE = fixturePath('sound.vorbis.flac')
const LENGTH = 30_011

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-vorbis-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const decode = async () => readSamples(trimAudio(await decodeVorbis(SOURCE), 0, LENGTH))

it('decodes Vorbis like the reference, up to rounding of the last bit', async () => {
  const [ours, reference] = [await decode(), await readSamples(decodeFlacTrack(openFlacTrack(REFERENCE)))]
  expect(ours.map(channel => channel.length)).toEqual([LENGTH, LENGTH])
  for (const [channel, samples] of reference.entries()) {
    const differences = samples.map((sample, i) => Math.abs(sample - (ours[channel]?.[i] ?? Number.NaN)))
    expect(Math.max(...differences)).toBeLessThanOrEqual(1)
    expect(differences.filter(Boolean).length).toBeLessThan(LENGTH / 100)
  }
})

it('streams Vorbis as FLAC with identical samples and exact length', async () => {
  const output = join(folder, 'out.mp4')
  const news: RenditionUpdate[] = []
  const job = { source: SOURCE, codec: 'vorbis' as const, trueSamples: LENGTH, output, inContainer: false }
  await vorbis.stream(job, item => news.push(item))
  expect(news[0]?.rendition).toMatchObject({ mime: 'audio/mp4; codecs="flac"', raw: false, lead: 0 })
  expect(await readSamples(decodeFlacTrack(await openRendition(output)))).toEqual(await decode())
})

it('rejects or survives a damaged packet in bounded time', async () => {
  const bytes = readFileSync(SOURCE)
  const path = join(folder, 'damaged.ogg')
  let seed = 1
  for (let round = 0; round < 30; round++) {
    const damaged = Buffer.from(bytes)
    for (let i = 0; i < 20; i++) {
      seed = (seed * 48_271) % 2_147_483_647
      damaged[60 + (seed % (bytes.length - 60))] = seed & 255
    }
    writeFileSync(path, damaged)
    const decoded = await (async () => readSamples(decodeVorbis(path)))().catch((error: Error) => error)
    expect(decoded instanceof Error || (decoded[0]?.length ?? 0) <= 40_000).toBe(true)
  }
})

it('skips silent channels, and rejects too many coupled pairs', () => {
  const { identification, setup } = vorbisHeaders(7)
  const decode = createVorbisDecoder(readVorbisSetup(identification, setup))
  transform.mockClear()
  decode(new Uint8Array(2))
  const channels = decode(new Uint8Array(2))
  expect(channels.map(samples => [samples.length, Math.max(...samples)])).toEqual(Array(8).fill([4_096, 0]))
  expect(transform).not.toHaveBeenCalled()
  expect(() => readVorbisSetup(identification, vorbisHeaders(9).setup)).toThrow('damaged')
})

it('rejects a file that claims far more audio than it can hold', async () => {
  const path = join(folder, 'silence.ogg')
  writeFileSync(path, silentVorbis(2))
  const { samples } = await decodeVorbis(path)
  let frames = 0
  const hear = async () => {
    for await (const sample of samples) {
      frames += sample.numberOfFrames
      sample.close()
    }
  }
  await expect(hear()).rejects.toThrow('more sound')
  expect(frames).toBeLessThan(2 * 240 * 4_096)
})
