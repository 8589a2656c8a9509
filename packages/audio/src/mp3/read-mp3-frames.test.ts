import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { memoryBytes } from '../bytes/file-bytes.ts'
import { readAudioInfo } from '../formats.ts'
import { mp3Bytes, tone } from '../testing/audio-files.ts'
import { type Mp3Frame, readMp3Frames } from './read-mp3-frames.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-mp3-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const SAMPLES = 50_000

function framesOf(...pieces: Uint8Array[]): Mp3Frame[] {
  const path = join(folder, 'sound.mp3')
  writeFileSync(path, Buffer.concat(pieces))
  return [...readMp3Frames(path)]
}

/** An ID3v2 tag with a body of so many bytes, full of what looks like the start of a frame. */
function id3(length: number): Uint8Array {
  const size = [21, 14, 7, 0].map(shift => (length >> shift) & 127)
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...size]), Buffer.alloc(length, 0xff)])
}

it('finds every frame except the Xing or Info frame', async () => {
  const bytes = await mp3Bytes(tone(SAMPLES))
  const frames = framesOf(bytes)
  expect(frames.every(frame => frame.samples === 1152 && frame.sampleRate === 44_100)).toBe(true)
  // Delay and padding of the encoder come on top of the music.
  expect(frames.length * 1152).toBeGreaterThanOrEqual(SAMPLES + 576)
  const described = bytes.length - frames.reduce((sum, { data }) => sum + data.length, 0)
  expect(described).toBe(frames[0]?.offset)
  expect(described).toBeGreaterThan(0)
})

it('skips leading and trailing tags', async () => {
  const bytes = await mp3Bytes(tone(SAMPLES))
  const plain = framesOf(bytes).length
  const tag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0xff)])
  expect(framesOf(id3(3_000), bytes, tag)).toHaveLength(plain)
})

it('skips damaged data, and an incomplete last frame', async () => {
  const bytes = Buffer.from(await mp3Bytes(tone(SAMPLES)))
  const plain = framesOf(bytes).length
  const damaged = Buffer.from(bytes).fill(0x55, 10_000, 10_700)
  const frames = framesOf(damaged)
  expect(frames.length).toBeGreaterThan(plain - 5)
  expect(frames.length).toBeLessThan(plain)
  expect(framesOf(bytes.subarray(0, bytes.length - 1))).toHaveLength(plain - 1)
})

it.each([
  ['zeros', Buffer.alloc(2_000)],
  [
    'noise',
    Buffer.from(Int32Array.from({ length: 2_000 }, (_, i) => Math.imul(i + 1, 2_654_435_761)).buffer),
  ],
  ['text', Buffer.from('LYRICSBEGIN and more')],
])('keeps the last frame although %s follow it, and counts it', async (_what, junk) => {
  const bytes = await mp3Bytes(tone(SAMPLES))
  const plain = framesOf(bytes)
  const padded = Buffer.concat([bytes, junk])
  expect(framesOf(padded)).toHaveLength(plain.length)
  // Without the header of its encoder, which has the length.
  const bare = Buffer.concat([bytes.subarray(plain[0]?.offset), junk])
  expect(readAudioInfo(memoryBytes(bare)).trueSamples).toBe(plain.length * 1152)
  expect(framesOf(bare)).toHaveLength(plain.length)
})

it('skips a frame whose end is missing, not the one after it', async () => {
  const bytes = Buffer.from(await mp3Bytes(tone(SAMPLES)))
  const plain = framesOf(bytes)
  const [, , third, fourth] = plain
  const cut = Buffer.concat([bytes.subarray(0, fourth!.offset - 50), bytes.subarray(fourth!.offset)])
  const rest = plain.filter(frame => frame !== third).map(({ data }) => Buffer.from(data).toString('hex'))
  expect(framesOf(cut).map(({ data }) => Buffer.from(data).toString('hex'))).toEqual(rest)
})

it.each([
  ['nothing', Buffer.alloc(0)],
  ['one byte', Buffer.from([0xff])],
  ['a tag alone', id3(100)],
  ['a tag that claims more than there is', id3(100).subarray(0, 50)],
  ['bytes that all look like a start', Buffer.alloc(300_000, 0xff)],
])('finds no frame in %s', (_what, bytes) => {
  expect(framesOf(bytes)).toEqual([])
})
