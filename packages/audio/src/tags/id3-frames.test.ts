import { describe, expect, it } from 'vitest'
import { memoryBytes } from '../bytes/file-bytes.ts'
import { writeSyncSafe } from '../bytes/tag-regions.ts'
import { encodeText } from '../testing/encode-text.ts'
import { makeAiff, makeWav } from '../testing/make-pcm.ts'
import { findId3Tags, walkId3Frames } from './id3-frames.ts'
import { readTags } from './read-tags.ts'

interface Flags {
  readonly tag?: number
  readonly frame?: number
}

function makeTag(version: number, { tag = 0 }: Flags, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const header = Buffer.from(
    ['I', 'D', '3'].map(letter => letter.charCodeAt(0)).concat(version, 0, tag, 0, 0, 0, 0),
  )
  writeSyncSafe(header, 6, body.length)
  return Buffer.concat([header, body])
}

function makeFrame(version: number, id: string, content: Uint8Array, flags = 0): Buffer {
  const head = Buffer.alloc(10)
  head.write(id, 'latin1')
  if (version === 4) writeSyncSafe(head, 4, content.length)
  else head.writeUInt32BE(content.length, 4)
  head[9] = flags
  return Buffer.concat([head, content])
}

const walk = (bytes: Uint8Array) =>
  Array.from(walkId3Frames(memoryBytes(bytes)), ({ id, content }) => [id, content()?.toString('latin1')])

const text = (content: string) => Buffer.from(`\0${content}`, 'latin1')

describe('frames of ID3v2', () => {
  it('follow an extended header', () => {
    const third = Buffer.from([0, 0, 0, 6, 0, 0, 0, 0, 0, 0])
    expect(walk(makeTag(3, { tag: 0x40 }, third, makeFrame(3, 'TIT2', text('One'))))).toEqual([
      ['TIT2', '\0One'],
    ])
    const fourth = Buffer.from([0, 0, 0, 6, 1, 0])
    expect(walk(makeTag(4, { tag: 0x40 }, fourth, makeFrame(4, 'TIT2', text('One'))))).toEqual([
      ['TIT2', '\0One'],
    ])
  })

  it('are as they were before they were unsynchronised', () => {
    const frames = Buffer.concat([makeFrame(3, 'TPE1', text('\xff\xe0')), makeFrame(3, 'TIT2', text('One'))])
    const written = Buffer.from(frames.toString('latin1').replaceAll('\xff', '\xff\0'), 'latin1')
    expect(walk(makeTag(3, { tag: 0x80 }, written))).toEqual([
      ['TPE1', '\0\xff\xe0'],
      ['TIT2', '\0One'],
    ])
    const length = Buffer.from([0, 0, 0, 3])
    const own = makeFrame(4, 'TPE1', Buffer.concat([length, text('\xff\0\xe0')]), 0x03)
    expect(walk(makeTag(4, { tag: 0x80 }, own, makeFrame(4, 'TIT2', text('One'))))).toEqual([
      ['TPE1', '\0\xff\xe0'],
      ['TIT2', '\0One'],
    ])
  })

  it('have no content if they are compressed, and none is read beyond the tag', () => {
    const cut = makeFrame(3, 'TIT2', text('Cut')).subarray(0, 12)
    const found = walk(
      Buffer.concat([makeTag(3, {}, makeFrame(3, 'TPE1', text('x'), 0x80), cut), text('beyond')]),
    )
    expect(found).toEqual([
      ['TPE1', undefined],
      ['TIT2', '\0C'],
    ])
    expect(walk(Buffer.from('ID3\x03\0\0', 'latin1'))).toEqual([])
    expect(walk(Buffer.from('fLaC'))).toEqual([])
  })
})

const tag = makeTag(
  3,
  {},
  ...['TPE1', 'TIT2'].map(id =>
    makeFrame(3, id, Buffer.concat([Buffer.alloc(1), encodeText('Аквариум / Нау', 'windows-1251')])),
  ),
)

/** A file with the tag in a chunk before its sound. */
function withChunk(file: Buffer, name: string, isLittle: boolean): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  if (isLittle) head.writeUInt32LE(tag.length, 4)
  else head.writeUInt32BE(tag.length, 4)
  const padding = Buffer.alloc(tag.length % 2)
  return Buffer.concat([file.subarray(0, 12), head, tag, padding, file.subarray(12)])
}

it.each([
  ['WAV, in small letters', withChunk(makeWav(100), 'id3 ', true)],
  ['WAV, in capitals', withChunk(makeWav(100), 'ID3 ', true)],
  ['AIFF', withChunk(makeAiff(100), 'ID3 ', false)],
])('reads the texts of an ID3v2 tag inside %s', async (_, file) => {
  const bytes = memoryBytes(file)
  expect(findId3Tags(bytes)).toHaveLength(1)
  const { tags } = await readTags(bytes, { letters: { charset: 'windows-1251', isForced: true } })
  expect(tags).toMatchObject({ title: 'Аквариум / Нау', artists: { values: ['Аквариум / Нау'] } })
  expect(tags.credit).toBe('Аквариум / Нау')
})
