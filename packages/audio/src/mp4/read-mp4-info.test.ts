import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { memoryBytes } from '../bytes/file-bytes.ts'
import { readAudioInfo } from '../formats.ts'
import { fixturePath } from '../testing/fixtures.ts'

/** The fixture with another track before its own, of one kind of samples. */
function withTrack(kind: string): Buffer {
  const box = (name: string, ...content: Buffer[]) => {
    const whole = Buffer.concat([Buffer.alloc(4), Buffer.from(name), ...content])
    whole.writeUInt32BE(whole.length)
    return whole
  }
  const list = box('stsd', Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), box(kind, Buffer.alloc(78)))
  const track = box('trak', box('mdia', box('minf', box('stbl', list))))
  const bytes = readFileSync(fixturePath('tone.alac.m4a'))
  const at = bytes.indexOf('moov') - 4
  const length = bytes.readUInt32BE(at)
  const moov = Buffer.concat([bytes.subarray(at, at + 8), track, bytes.subarray(at + 8, at + length)])
  moov.writeUInt32BE(moov.length)
  return Buffer.concat([bytes.subarray(0, at), moov, bytes.subarray(at + length)])
}

it('refuses films, and reads audio beside pictures', () => {
  expect(() => readAudioInfo(memoryBytes(withTrack('avc1')))).toThrow('it is a video')
  expect(readAudioInfo(memoryBytes(withTrack('jpeg')))).toMatchObject({ codec: 'alac' })
})
