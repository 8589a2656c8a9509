import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { shortId } from '@refrain/audio/bytes/audio-id'
import { beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { describePictureSource, MAX_ORIGINAL_BYTES, readPictureSource } from './picture-source.ts'

const PICTURE = Buffer.from(Array.from({ length: 20_000 }, (_, n) => ((n * n) >> 4) % 256))
/** Begins with the same bytes. */
const OTHER = Buffer.concat([PICTURE.subarray(0, 10_000), Buffer.alloc(10_000)])
const PATH = `${shortId(PICTURE)}.webp`

let folder: string
let next: number
beforeEach(() => {
  folder = temporaryFolder()
  next = 0
})

/** Writes a file of an album: into a folder of its own, unless told otherwise. */
function write(...parts: readonly (string | Buffer)[]): string {
  return writeTo(`${next}`, ...parts)
}

function writeTo(album: string, ...parts: readonly (string | Buffer)[]): string {
  mkdirSync(join(folder, album), { recursive: true })
  const path = join(folder, album, `${next++}.mp3`)
  writeFileSync(path, Buffer.concat(parts.map(part => Buffer.from(part))))
  return path
}

async function describeIn(paths: readonly string[], former?: Buffer): Promise<Buffer> {
  const source = await describePictureSource(PICTURE, paths, former)
  if (!source) throw new Error('not found')
  return source
}

it('finds a picture again in its file, and behind others in tags that have grown', async () => {
  const whole = await describeIn([write(PICTURE)])
  expect(PICTURE.equals((await readPictureSource(PATH, whole))!)).toBe(true)
  const path = write('tags', PICTURE, 'sound')
  const source = await describeIn([path])
  writeFileSync(path, Buffer.concat([Buffer.from('longer tags'), OTHER, PICTURE, Buffer.from('sound')]))
  expect(PICTURE.equals((await readPictureSource(PATH, source))!)).toBe(true)
})

it('finds it in another file when the first one is gone or has another picture', async () => {
  const paths = [write(PICTURE), write('tags', PICTURE)] as const
  const source = await describeIn(paths)
  writeFileSync(paths[0], OTHER)
  expect(await readPictureSource(PATH, source)).toBeDefined()
  rmSync(paths[0])
  expect(await readPictureSource(PATH, source)).toBeDefined()
  rmSync(paths[1])
  expect(await readPictureSource(PATH, source)).toBeUndefined()
})

it('remembers the files of other albums that have it, but not without end', async () => {
  const first = write(PICTURE)
  let source = await describeIn([first])
  for (let n = 0; n < 3; n++) source = await describeIn([write(PICTURE)], source)
  rmSync(first)
  expect(JSON.parse(String(source)).paths).toHaveLength(4)
  source = await describeIn([write(PICTURE)], source)
  expect(JSON.parse(String(source)).paths).toHaveLength(4)
  expect(JSON.parse(String(source)).paths).not.toContain(first)
})

it('remembers one file of each folder', async () => {
  const paths = ['a', 'a', 'b', 'a', 'b', 'c'].map(album => writeTo(album, PICTURE))
  const pathsOf = (source: Buffer) => JSON.parse(String(source)).paths
  const source = await describeIn(paths)
  expect(pathsOf(source)).toEqual([paths[0], paths[2], paths[5]])
  expect(pathsOf(await describeIn([paths[1]!], source))).toEqual([paths[1], paths[2], paths[5]])
})

it('remembers only files that hold the picture', async () => {
  const [asText, album] = [writeTo('a', PICTURE.toString('base64')), writeTo('a', PICTURE)]
  const [other, known] = [writeTo('b', OTHER), write(PICTURE)]
  const former = await describeIn([known])
  const source = await describeIn([asText, album, other], former)
  expect(JSON.parse(String(source)).paths).toEqual([album, known])
  writeFileSync(known, OTHER)
  expect(JSON.parse(String(await describeIn([album], source))).paths).toEqual([album])
})

it('describes no picture that is not found as it is, is large, or takes no more disk than its place', async () => {
  expect(await describePictureSource(PICTURE, [])).toBeUndefined()
  expect(await describePictureSource(PICTURE, [write(PICTURE.toString('base64'))])).toBeUndefined()
  expect(await describePictureSource(PICTURE, ['s3://bucket/cover.jpg'])).toBeUndefined()
  for (const length of [4095, MAX_ORIGINAL_BYTES + 1]) {
    const bytes = Buffer.alloc(length, 1)
    expect(await describePictureSource(bytes, [write(bytes)])).toBeUndefined()
  }
  const far = write(Buffer.alloc(MAX_ORIGINAL_BYTES + 1), PICTURE)
  expect(await describePictureSource(PICTURE, [far])).toBeUndefined()
})

it('reads nothing but regular files that hold the picture, whatever the description says', async () => {
  const path = write('tags', PICTURE)
  const link = join(folder, 'link')
  symlinkSync(path, link)
  mkdirSync(join(folder, 'folder'))
  const source = JSON.parse(String(await describeIn([path])))
  const readFrom = (changed: object) =>
    readPictureSource(PATH, Buffer.from(JSON.stringify({ ...source, ...changed })))
  expect(await readFrom({})).toBeDefined()
  for (const each of [link, join(folder, 'folder'), join(folder, 'none')])
    expect(await readFrom({ paths: [each] })).toBeUndefined()
  for (const size of [PICTURE.length - 1, 2 ** 40, -1, '1']) expect(await readFrom({ size })).toBeUndefined()
  expect(await readFrom({ start: '' })).toBeUndefined()
  expect(await readPictureSource(PATH, Buffer.from('no JSON'))).toBeUndefined()
  expect(await readPictureSource(`${shortId('another')}.webp`, await describeIn([path]))).toBeUndefined()
})
