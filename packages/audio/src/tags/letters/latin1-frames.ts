import type { FileBytes } from '../../bytes/file-bytes.ts'
import { findId3Tags, walkId3Frames } from '../id3-frames.ts'

const LATIN_1 = 0
/** More than the texts of a file have; hostile tags are larger. */
const MAX_BYTES = 256 * 1024
/** Frames with a language of three letters before their texts. */
const WITH_LANGUAGE = /^(?:USLT|ULT|COMM?)$/

/** The texts that the ID3v2 tags of a file mark as Latin-1, which the library does not say. */
export function latin1Frames(bytes: FileBytes): string[] {
  const texts: string[] = []
  let left = MAX_BYTES
  for (const { id, content } of findId3Tags(bytes).flatMap(tag => Array.from(walkId3Frames(tag)))) {
    const start = id.startsWith('T') ? 1 : WITH_LANGUAGE.test(id) ? 4 : undefined
    const text = start !== undefined && left > 0 ? content() : undefined
    left -= text?.length ?? 0
    if (text?.[0] === LATIN_1) texts.push(text.toString('latin1', start))
  }
  // The library splits lists in frames and drops the blanks beside their names: each name counts.
  return texts.flatMap(text => {
    const plain = text.replace(/(?<!\0)\0+$/, '')
    return [plain, ...plain.split('\0'), ...plain.split(/[\0/]/)].flatMap(one => [one, one.trim()])
  })
}
