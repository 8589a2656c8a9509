import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { FIXTURE_SAMPLES, fixturePath } from '@refrain/audio/testing/fixtures'
import { makeAiff, makeWav } from '@refrain/audio/testing/make-pcm'
import { TagLib } from 'taglib-wasm'
import { namesFromPath } from '../collection/names-from-path.ts'

/** TagLib's property names in capitals; title and number come from the file's name where not given. */
export type TestTags = Readonly<Record<string, string | readonly string[]>>

export interface TestTrack {
  readonly tags?: TestTags
  /** Files with the same word have the same sound; without one, each path has its own. */
  readonly sound?: string
  readonly cover?: Uint8Array
  /** True for a file without any tag. */
  readonly untagged?: boolean
  /** Inner format of an `.m4a`, or another fixture than the ending says. */
  readonly fixture?: string
}

let taglib: Promise<TagLib> | undefined

/** Writes a small real file: `writeTrack(root, 'Ada/First/01 One.mp3', { tags: { ARTIST: 'Ada' } })`. */
export async function writeTrack(root: string, path: string, track: TestTrack = {}): Promise<string> {
  const whole = join(root, path)
  const plain = vary(await plainFile(path, track.fixture), extname(path), track.sound ?? path)
  await mkdir(dirname(whole), { recursive: true })
  await writeFile(whole, track.untagged ? plain : await tag(plain, path, track))
  return whole
}

/** Writes several tracks with the same tags into one folder: an album from one line. */
export async function writeAlbum(
  root: string,
  folder: string,
  tags: TestTags,
  names: readonly string[],
  track: Omit<TestTrack, 'tags'> = {},
): Promise<string[]> {
  const paths: string[] = []
  for (const name of names) paths.push(await writeTrack(root, join(folder, name), { ...track, tags }))
  return paths
}

/** Changes the tags of a file that is there, and nothing of its sound. */
export async function retag(path: string, tags: TestTags, cover?: Uint8Array): Promise<void> {
  await writeFile(path, await tag(await readFile(path), basename(path), { tags, ...(cover && { cover }) }))
}

async function plainFile(path: string, fixture: string | undefined): Promise<Buffer> {
  const extension = extname(path).toLowerCase()
  if (extension === '.wav') return makeWav(FIXTURE_SAMPLES)
  if (extension === '.aiff' || extension === '.aif') return makeAiff(FIXTURE_SAMPLES)
  const name = fixture ?? (extension === '.m4a' ? 'tone.aac.m4a' : `tone${extension}`)
  return readFile(fixturePath(name))
}

/** Makes the sound another one without making it shorter or longer: its last bytes, or FLAC's own checksum of it. */
function vary(plain: Buffer, extension: string, word: string): Buffer {
  const bytes = Buffer.from(plain)
  const hash = createHash('md5').update(word).digest()
  hash.copy(bytes, extension === '.flac' ? 26 : bytes.length - 8, 0, extension === '.flac' ? 16 : 8)
  return bytes
}

async function tag(plain: Buffer, path: string, { tags = {}, cover }: TestTrack): Promise<Uint8Array> {
  taglib ??= TagLib.initialize()
  const file = await (await taglib).open(new Uint8Array(plain))
  const { title, number } = namesFromPath(path)
  const all = { TITLE: title, ...(number > 0 && { TRACKNUMBER: String(number) }), ...tags }
  file.setProperties(Object.fromEntries(Object.entries(all).map(([name, value]) => [name, [value].flat()])))
  if (cover) {
    file.setPictures([{ mimeType: 'image/jpeg', data: cover, type: 'FrontCover', description: '' }])
  }
  file.save()
  const written = Uint8Array.from(file.getFileBuffer())
  file.dispose()
  return written
}
