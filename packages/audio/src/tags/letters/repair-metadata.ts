import type { IAudioMetadata } from 'music-metadata'
import type { FileBytes } from '../../bytes/file-bytes.ts'
import { decodeText, decodeUtf8, swapUtf16 } from './decode-text.ts'
import { looksBroken } from './guess-charsets.ts'
import { latin1Frames } from './latin1-frames.ts'
import { bytesOfText } from './text-bytes.ts'

/** Longer texts are no titles; lyrics and comments are repaired up to this length. */
const MAX_TEXT = 65_536
const MAX_DEPTH = 4
/** Enough of each file to recognize the language of its album. */
const MAX_DOUBTFUL = 300

/** How to read texts that are marked as Latin-1, but may be in another character set. */
export interface CharsetChoice {
  /** A name for `TextDecoder`, '' for Latin-1. */
  readonly charset: string
  /** The operator's choice: all texts that are marked as Latin-1 are read so, and none in tags that are Unicode. */
  readonly isForced: boolean
}

export const LATIN_1: CharsetChoice = { charset: '', isForced: false }

/** Kinds of tags whose texts have no character set of their own. */
const UNMARKED = ['ID3v1', 'exif']

/** Repairs all texts of a file in place. */
export function repairMetadata(metadata: IAudioMetadata, bytes: FileBytes, choice: CharsetChoice): void {
  const marked = choice.isForced ? textsOfLatin1(metadata, bytes) : undefined
  const repair = (text: string) => {
    if (text.length > MAX_TEXT || !/[^\0-\x7f]/.test(text)) return text
    const unicode = swapUtf16(decodeUtf8(text))
    const isOther = choice.charset !== '' && (marked?.has(text) ?? true)
    return isOther ? decodeText(unicode, choice.charset) : unicode
  }
  for (const part of [metadata.common, metadata.native]) mapTexts(part, repair, MAX_DEPTH)
}

function textsOfLatin1({ native }: IAudioMetadata, bytes: FileBytes): ReadonlySet<string> {
  const unmarked = UNMARKED.flatMap(kind => native[kind] ?? []).map(({ value }) => String(value))
  return new Set([...unmarked, ...latin1Frames(bytes)])
}

function mapTexts(holder: object, change: (text: string) => string, depth: number): void {
  const fields = holder as Record<string, unknown>
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') fields[name] = change(value)
    else if (value instanceof Object && !ArrayBuffer.isView(value) && name !== 'picture' && depth > 0)
      mapTexts(value, change, depth - 1)
  }
}

/** The names in a file that may be in another character set than Latin-1. */
export function doubtfulTexts({ common }: IAudioMetadata): string[] {
  const { title, artist, artists, album, albumartist, albumartists, genre, discsubtitle } = common
  const texts = [title, artist, artists, album, albumartist, albumartists, genre, discsubtitle].flat()
  const doubtful = texts.flatMap(text => (typeof text === 'string' && bytesOfText(text) ? [text] : []))
  return [...new Set(doubtful)].map(text => text.slice(0, MAX_DOUBTFUL))
}

/** Whether some of the names of a file look broken that a forced character set would read. */
export function takesCharset(
  metadata: IAudioMetadata,
  bytes: FileBytes,
  doubtful: readonly string[],
): boolean {
  const broken = doubtful.filter(looksBroken)
  if (broken.length === 0) return false
  const marked = textsOfLatin1(metadata, bytes)
  return broken.some(text => marked.has(text))
}
