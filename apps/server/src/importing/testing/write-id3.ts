import { readFile, writeFile } from 'node:fs/promises'
import { writeTrack } from './write-music.ts'

/** Texts of frames by their ids: a string is written as UTF-16, bytes as they are and marked as Latin-1. */
export type Id3Frames = Readonly<Record<string, string | Uint8Array>>

interface Id3Options {
  /** Bytes of an ID3v1 tag or another after the audio. */
  readonly end?: Uint8Array
}

/** Writes an MP3 with a tag of ID3v2.3, byte for byte: other tools correct what people's files have. */
export async function writeId3Track(
  root: string,
  path: string,
  frames: Id3Frames,
  { end = new Uint8Array() }: Id3Options = {},
): Promise<string> {
  const whole = await writeTrack(root, path, { untagged: true })
  await writeFile(whole, Buffer.concat([makeId3(frames), withoutId3(await readFile(whole)), end]))
  return whole
}

/** A text as bytes marked as Latin-1. */
export const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** An ID3v1 tag: 30 bytes for each text. */
export function makeId3v1(fields: { title?: Uint8Array; artist?: Uint8Array; album?: Uint8Array }): Buffer {
  const tag = Buffer.alloc(128)
  tag.write('TAG')
  for (const [field, at] of [
    ['title', 3],
    ['artist', 33],
    ['album', 63],
  ] as const)
    tag.set((fields[field] ?? new Uint8Array()).subarray(0, 30), at)
  return tag
}

function makeId3(frames: Id3Frames): Buffer {
  const body = Buffer.concat(
    Object.entries(frames).map(([id, value]) => {
      const bytes = typeof value === 'string' ? Buffer.from(`\u0001\u00ff\u00fe`, 'latin1') : Buffer.from([0])
      const text = typeof value === 'string' ? Buffer.from(value, 'utf16le') : value
      const header = Buffer.alloc(10)
      header.write(id, 'latin1')
      header.writeUInt32BE(bytes.length + text.length, 4)
      return Buffer.concat([header, bytes, text])
    }),
  )
  const header = Buffer.from('ID3\u0003\0\0\0\0\0\0', 'latin1')
  for (let n = 0; n < 4; n++) header[9 - n] = (body.length >> (7 * n)) & 0x7f
  return Buffer.concat([header, body])
}

function withoutId3(bytes: Buffer): Buffer {
  if (bytes.toString('latin1', 0, 3) !== 'ID3') return bytes
  const size = bytes.subarray(6, 10).reduce((sum, byte) => (sum << 7) | byte, 0)
  return bytes.subarray(10 + size)
}
