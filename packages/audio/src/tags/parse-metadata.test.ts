import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { memoryBytes } from '../bytes/file-bytes.ts'
import { writeSyncSafe } from '../bytes/tag-regions.ts'
import { fixturePath } from '../testing/fixtures.ts'
import { makeFlac } from '../testing/make-flac.ts'
import { makeAiff, makeWav } from '../testing/make-pcm.ts'
import { readTags } from './read-tags.ts'

const mp3 = readFileSync(fixturePath('tone.mp3'))

type Frames = readonly (readonly [id: string, text: string])[]

/** An ID3v2.3 tag with frames as they are given. */
function id3(frames: Frames): Buffer {
  const body = frames.map(([id, text]) => {
    const head = Buffer.alloc(11)
    head.write(id, 'latin1')
    head.writeUInt32BE(text.length + 1, 4)
    return Buffer.concat([head, Buffer.from(text, 'latin1')])
  })
  const header = Buffer.from('ID3\x03\0\0\0\0\0\0', 'latin1')
  const whole = Buffer.concat([header, ...body])
  writeSyncSafe(whole, 6, whole.length - 10)
  return whole
}

function id3v1(title: string, track: number): Buffer {
  const tag = Buffer.alloc(128)
  tag.write('TAG', 'latin1')
  tag.write(title, 3, 'latin1')
  tag.write('Old', 63, 'latin1')
  tag[126] = track
  return tag
}

/** An APEv2 footer, whose last item claims to have a huge value. */
function damagedApe(key: string, value: string): Buffer {
  const item = (name: string, size: number, content: string) => {
    const head = Buffer.alloc(8)
    head.writeUInt32LE(size)
    return Buffer.concat([head, Buffer.from(`${name}\0${content}`)])
  }
  const items = Buffer.concat([item(key, value.length, value), item('Huge', 0x7fffffff, 'x')])
  const footer = Buffer.alloc(32)
  footer.write('APETAGEX')
  footer.writeUInt32LE(2_000, 8)
  footer.writeUInt32LE(items.length + 32, 12)
  footer.writeUInt32LE(2, 16)
  return Buffer.concat([items, footer])
}

/** A chunk of WAV or AIFF. */
function chunk(name: string, content: Buffer, isLittle: boolean): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  if (isLittle) head.writeUInt32LE(content.length, 4)
  else head.writeUInt32BE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

const info = (texts: Frames, encoding: BufferEncoding) => {
  const items = texts.map(([id, text]) => chunk(id, Buffer.from(`${text}\0`, encoding), true))
  return chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...items]), true)
}

const read = async (...parts: Uint8Array[]) => {
  const { tags, isDamaged } = await readTags(memoryBytes(Buffer.concat(parts)))
  return { title: tags.title, credit: tags.credit, album: tags.album, number: tags.number, isDamaged }
}

it.each(['utf8', 'latin1'] as const)('reads the texts of WAV in %s', async encoding => {
  const texts = [
    ['INAM', 'Mädchen'],
    ['IART', 'Jürgen'],
    ['IPRD', 'Übung'],
  ] as const
  const expected = { title: 'Mädchen', credit: 'Jürgen', album: 'Übung', isDamaged: false }
  const wav = makeWav(100)
  wav.writeUInt32LE(1_000, 4)
  expect(await read(wav, info(texts, encoding))).toMatchObject(expected)
  expect(await read(wav.subarray(0, 12), info(texts, encoding), wav.subarray(12))).toMatchObject(expected)
})

it('leaves what is known to be right when a character set is forced', async () => {
  const letters = { charset: 'windows-1251', isForced: true }
  const read = async (...parts: Uint8Array[]) =>
    (await readTags(memoryBytes(Buffer.concat(parts)), { letters })).tags
  const wav = makeWav(100)
  wav.writeUInt32LE(1_000, 4)
  expect((await read(wav, info([['INAM', 'Mädchen']], 'utf8'))).title).toBe('Mädchen')
  expect((await read(wav, info([['INAM', 'Ìèð']], 'latin1'))).title).toBe('Мир')
  // UTF-8 that was marked as Latin-1.
  expect((await read(id3([['TIT2', Buffer.from('Mädchen').toString('latin1')]]), mp3)).title).toBe('Mädchen')
  // In Unicode, and again at the end.
  const unicode = Buffer.from('Björk', 'utf16le').toString('latin1')
  const tag = id3([['TIT2', `\xff\xfe${unicode}`]])
  tag[20] = 1
  expect((await read(tag, mp3, id3v1('Björk', 1))).title).toBe('Björk')
  expect((await read(mp3, id3v1('Ìèð', 1))).title).toBe('Мир')
})

it.each(['utf8', 'latin1'] as const)('reads the texts of AIFF in %s', async encoding => {
  const aiff = makeAiff(100)
  const texts = [
    chunk('NAME', Buffer.from('Mädchen', encoding), false),
    chunk('AUTH', Buffer.from('Jürgen', encoding), false),
  ]
  const expected = { title: 'Mädchen', credit: 'Jürgen' }
  expect(await read(aiff.subarray(0, 12), ...texts, aiff.subarray(12))).toMatchObject(expected)
})

it('reads the tag before a WAV file, and those within', async () => {
  const wav = makeWav(100)
  const tag = id3([['TIT2', 'Before']])
  expect(await read(tag, wav)).toMatchObject({ title: 'Before', isDamaged: false })
  const list = info([['IART', 'Within']], 'utf8')
  expect(await read(tag, wav.subarray(0, 12), list, wav.subarray(12))).toMatchObject({
    title: 'Before',
    credit: 'Within',
  })
})

it('prefers the number of ID3v2 to that of ID3v1, whose other texts fill gaps', async () => {
  const both = [mp3, id3v1('Short', 3)]
  expect(await read(id3([['TIT2', 'Long']]), ...both)).toMatchObject({
    title: 'Long',
    album: 'Old',
    number: 3,
  })
  const numbered = id3([
    ['TIT2', 'Long'],
    ['TRCK', '7/9'],
  ])
  expect(await read(numbered, ...both)).toMatchObject({ title: 'Long', album: 'Old', number: 7 })
})

it('reads frames that have their names of ID3v2.2 in a later tag', async () => {
  const frames = [
    ['TT2\0', 'Title'],
    ['TP1\0', 'Artist'],
    ['TAL ', 'Album'],
    ['TRCK', '4'],
  ] as const
  const expected = { title: 'Title', credit: 'Artist', album: 'Album', number: 4 }
  expect(await read(id3(frames), mp3)).toMatchObject(expected)
})

it('reads the frame for sorting that other programs write in ID3v2.3', async () => {
  const { tags } = await readTags(memoryBytes(Buffer.concat([id3([['XSOP', 'Beatles, The']]), mp3])))
  expect(tags.sortTexts.artists).toEqual(['Beatles, The'])
})

it('takes the first of repeated tags', async () => {
  const repeated = [
    ['TIT2', 'First'],
    ['TIT2', 'Second'],
    ['TALB', 'One'],
    ['TALB', 'Other'],
    ['TRCK', '1'],
    ['TRCK', '2'],
  ] as const
  expect(await read(id3(repeated), mp3)).toMatchObject({ title: 'First', album: 'One', number: 1 })
})

it('keeps what can be read beside a damaged APE tag, and says that something is damaged', async () => {
  const tag = id3([
    ['TIT2', 'Title'],
    ['TPE1', 'Artist'],
  ])
  expect(await read(tag, mp3)).toMatchObject({ isDamaged: false })
  expect(await read(tag, mp3, damagedApe('Album', 'Of APE'))).toEqual({
    ...{ title: 'Title', credit: 'Artist', album: 'Of APE', number: 0, isDamaged: true },
  })
})

it('keeps the comments behind a damaged picture of FLAC', async () => {
  const flac = makeFlac([new Int32Array(5_000)], { bits: 16, rate: 44_100 })
  flac[4] = 0
  const block = (kind: number, content: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(content.length)
    head[0] = kind
    return Buffer.concat([head, content])
  }
  const comment = Buffer.from('TITLE=Behind')
  const lengths = [0, 1, comment.length].map(length => {
    const number = Buffer.alloc(4)
    number.writeUInt32LE(length)
    return number
  })
  const picture = block(6, Buffer.alloc(40, 0x7f))
  const comments = block(0x80 | 4, Buffer.concat([...lengths, comment]))
  const found = await read(flac.subarray(0, 42), picture, comments, flac.subarray(42))
  expect(found).toMatchObject({ title: 'Behind', isDamaged: true })
})

it('keeps the tags of an M4A file that is cut off', async () => {
  const whole = readFileSync(fixturePath('tone.alac.m4a'))
  const boxes: Buffer[] = []
  for (let at = 0; at < whole.length; at += whole.readUInt32BE(at)) {
    boxes.push(whole.subarray(at, at + whole.readUInt32BE(at)))
  }
  const named = (name: string) => boxes.filter(box => box.toString('latin1', 4, 8) === name)
  const moov = Buffer.concat([...named('moov'), tagged('Title')])
  moov.writeUInt32BE(moov.length)
  const [mdat = Buffer.alloc(0)] = named('mdat')
  const cut = mdat.subarray(0, mdat.length / 2)
  expect(await read(...named('ftyp'), moov, cut)).toMatchObject({ title: 'Title', isDamaged: true })
})

/** A box of MP4 with a title, as iTunes writes it. */
function tagged(title: string): Buffer {
  const box = (name: string, ...content: Buffer[]) => chunkOf(name, Buffer.concat(content))
  const data = box('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from(title))
  const handler = box('hdlr', Buffer.concat([Buffer.alloc(8), Buffer.from('mdirappl'), Buffer.alloc(9)]))
  return box('udta', box('meta', Buffer.alloc(4), handler, box('ilst', box('\xa9nam', data))))
}

function chunkOf(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, content])
}
