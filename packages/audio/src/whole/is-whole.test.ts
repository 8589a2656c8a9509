import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { memoryBytes } from '../bytes/file-bytes.ts'
import { isWhole } from './is-whole.ts'

const fixture = (name: string) => readFileSync(new URL(`../testing/fixtures/${name}`, import.meta.url))
const wav = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.alloc(5_000, 1)])
wav.writeUInt32LE(wav.length - 8, 4)
const tagged = (file: Buffer) => Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\x0a'), Buffer.alloc(10), file])

it.each([
  ['tone.flac', fixture('tone.flac')],
  ['a tagged tone.flac', tagged(fixture('tone.flac'))],
  ['sound.vorbis.ogg', fixture('sound.vorbis.ogg')],
  ['tone.opus', fixture('tone.opus')],
  ['tone.aac.m4a', fixture('tone.aac.m4a')],
  ['tone.mp3', fixture('tone.mp3')],
  ['a WAV file', wav],
])('knows whether %s is whole', (_, file) => {
  const judge = (bytes: Buffer) => isWhole(memoryBytes(bytes))
  expect(judge(file)).toBe(true)
  const half = Math.floor(file.length / 2)
  // A copy on its way, and a download that has reserved its place.
  expect(judge(file.subarray(0, half))).toBe(false)
  const reserved = Buffer.from(file).fill(0, half)
  // The length of a WAV file says nothing of what is in it.
  expect(judge(reserved)).toBe(file === wav)
})
