import { describe, expect, it } from 'vitest'
import { memoryBytes } from '../bytes/file-bytes.ts'
import { writeSyncSafe } from '../bytes/tag-regions.ts'
import { findPictures } from './find-pictures.ts'
import { readTags } from './read-tags.ts'

const COVER = Buffer.alloc(100_000, 'one cover ')

interface Given {
  readonly title?: string
  readonly cover?: Buffer
  readonly flags?: number
}

function id3Frame(version: 3 | 4, id: string, value: Buffer): Buffer {
  const head = Buffer.alloc(10)
  head.write(id, 'latin1')
  if (version === 4) writeSyncSafe(head, 4, value.length)
  else head.writeUInt32BE(value.length, 4)
  return Buffer.concat([head, value])
}

const text = (value: string) => Buffer.from(`\u0003${value}`)
const apic = (cover: Buffer) => Buffer.concat([Buffer.from('\u0000image/jpeg\0\u0003\0', 'latin1'), cover])

/** A title, a picture, an artist, padding, and the start of the audio. */
function id3File(version: 3 | 4, { title = 'One', cover = COVER, flags = 0 }: Given = {}): Buffer {
  const latin = version === 3 ? (value: string) => Buffer.from(`\0${value}`, 'latin1') : text
  const frames = Buffer.concat([
    id3Frame(version, 'TIT2', latin(title)),
    id3Frame(version, 'APIC', apic(cover)),
    id3Frame(version, 'TPE1', latin('Ada')),
    Buffer.alloc(2_000),
  ])
  const header = Buffer.from([0x49, 0x44, 0x33, version, 0, flags, 0, 0, 0, 0])
  writeSyncSafe(header, 6, frames.length)
  return Buffer.concat([header, frames, Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(4_000)])
}

function flacBlock(type: number, value: Buffer, isLast = false): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(value.length)
  head[0] = type | (isLast ? 0x80 : 0)
  return Buffer.concat([head, value])
}

function flacFile({ title = 'One', cover = COVER }: Given = {}): Buffer {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  }
  const comment = Buffer.from(`TITLE=${title}`)
  const comments = Buffer.concat([number(0), number(1), number(comment.length), comment])
  const wide = (value: number) => number(value).swap32()
  const type = Buffer.from('image/jpeg')
  const picture = [
    wide(3),
    wide(type.length),
    type,
    wide(0),
    ...Array(4).fill(wide(0)),
    wide(cover.length),
    cover,
  ]
  return Buffer.concat([
    Buffer.from('fLaC'),
    flacBlock(0, Buffer.alloc(34, 1)),
    flacBlock(6, Buffer.concat(picture)),
    flacBlock(4, comments, true),
    Buffer.alloc(1_000),
  ])
}

const kinds = [
  ['ID3v2.3', (given?: Given) => id3File(3, given)],
  ['ID3v2.4', (given?: Given) => id3File(4, given)],
  ['FLAC', flacFile],
] as const

describe.each(kinds)('pictures of %s', (_, write) => {
  const fingerprintOf = (file: Buffer) => findPictures(memoryBytes(file))?.fingerprint

  it('leave the same tags without them', async () => {
    const file = memoryBytes(write({ title: 'Another' }))
    const whole = await readTags(file)
    expect([whole.tags.title, whole.picture?.length]).toEqual(['Another', COVER.length])
    const read: number[] = []
    const { withoutPictures } = findPictures(file)!
    const watched = {
      ...withoutPictures,
      readInto(target: Uint8Array, offset: number) {
        read.push(target.length)
        return withoutPictures.readInto(target, offset)
      },
    }
    expect(await readTags(watched, { skipsPictures: true })).toEqual({ ...whole, picture: undefined })
    expect(Math.max(...read)).toBeLessThan(COVER.length)
  })

  it('have one fingerprint in files with the same picture, and others otherwise', () => {
    const first = fingerprintOf(write())
    expect(first).toMatch(/^[\w-]{22}$/)
    expect(fingerprintOf(write({ title: 'Another' }))).toBe(first)
    const differentAt = (position: number) => {
      const cover = Buffer.from(COVER)
      cover[position]! ^= 1
      return fingerprintOf(write({ cover }))
    }
    expect(differentAt(5)).not.toBe(first)
    expect(differentAt(COVER.length - 5)).not.toBe(first)
    expect(fingerprintOf(write({ cover: COVER.subarray(1) }))).not.toBe(first)
  })

  it('are left to the tag library if the tags are damaged', async () => {
    const file = write()
    for (let size = 0; size < 300; size++) {
      const found = findPictures(memoryBytes(file.subarray(0, size)))
      if (found) await readTags(found.withoutPictures, { skipsPictures: true })
    }
  })
})

it.each([
  ['flags that change how frames are read', id3File(4, { flags: 0x80 })],
  ['no pictures', Buffer.concat([id3File(4).subarray(0, 10), Buffer.alloc(200_000)])],
  ['another format', Buffer.from('OggS'.repeat(100))],
  ['nothing', Buffer.alloc(0)],
])('finds no pictures in a file with %s', (_, file) => {
  expect(findPictures(memoryBytes(file))).toBeUndefined()
})
