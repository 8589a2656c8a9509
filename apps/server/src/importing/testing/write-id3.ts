import { readFile, writeFile } from 'node:fs/promises'
import { writeTrack } from './write-music.ts'

/** Bytes of a text as ID3v2 marks them: 0 Latin-1, 1 UTF-16. */
interface MarkedBytes {
  readonly mark: number
  readonly bytes: Uint8Array
}

/** Texts of frames by their ids: a string is written as UTF-16, bytes alone are marked as Latin-1. */
export type Id3Frames = Readonly<Record<string, string | Uint8Array | MarkedBytes>>

interface Id3Options {
  /** Another tag after the audio, such as `makeId3v1` or `makeApe`. */
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

/** An APEv2 tag of texts in UTF-8. */
export function makeApe(fields: Readonly<Record<string, string>>): Buffer {
  const items = Object.entries(fields).map(([key, text]) => {
    const value = Buffer.from(text)
    const header = Buffer.alloc(8)
    header.writeUInt32LE(value.length)
    return Buffer.concat([header, Buffer.from(`${key}\0`), value])
  })
  const footer = Buffer.alloc(32)
  footer.write('APETAGEX')
  footer.writeUInt32LE(2000, 8)
  footer.writeUInt32LE(Buffer.concat(items).length + footer.length, 12)
  footer.writeUInt32LE(items.length, 16)
  return Buffer.concat([...items, footer])
}

function markBytes(value: Id3Frames[string]): MarkedBytes {
  if (typeof value === 'string') return { mark: 1, bytes: Buffer.from(`\ufeff${value}`, 'utf16le') }
  return value instanceof Uint8Array ? { mark: 0, bytes: value } : value
}

function makeId3(frames: Id3Frames): Buffer {
  const body = Buffer.concat(
    Object.entries(frames).map(([id, value]) => {
      const { mark, bytes } = markBytes(value)
      const header = Buffer.alloc(11)
      header.write(id, 'latin1')
      header.writeUInt32BE(bytes.length + 1, 4)
      header[10] = mark
      return Buffer.concat([header, bytes])
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
