import type { IAudioMetadata } from 'music-metadata'
import type { FileBytes } from '../../bytes/file-bytes.ts'
import { declareUtf8 } from '../iff-texts.ts'
import { isInDetected, type TextMark } from './charset-doubts.ts'
import { looksBroken } from './guess-charsets.ts'
import { latin1Frames } from './latin1-frames.ts'
import { decodeUtf8, redecodeText, swapUtf16 } from './redecode-text.ts'
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
/** Between names in a text of ID3v2.3: the library repairs each alone. */
const BETWEEN_NAMES = /((?<! ) *\/ *|\0)/

/** Repairs all texts of a file in place. @param slashTexts see slash-texts.ts */
export function repairMetadata(
  metadata: IAudioMetadata,
  slashTexts: Map<string, string>,
  bytes: FileBytes,
  choice: CharsetChoice,
): void {
  const markOf = choice.charset ? readMarks(metadata, bytes) : undefined
  const repair = (text: string) => {
    if (text.length > MAX_TEXT || !/[^\0-\x7f]/.test(text)) return text
    const unicode = swapUtf16(decodeUtf8(text))
    // What was encoded twice is right by now.
    if (!markOf || unicode !== text) return unicode
    const mark = markOf(text)
    const decoded = redecodeText(text, choice.charset)
    const isOther = choice.isForced ? mark === 'latin1' : isInDetected(decoded, choice.charset, mark)
    return isOther ? decoded : text
  }
  for (const part of [metadata.common, metadata.native]) mapTexts(part, repair, MAX_DEPTH)
  for (const [id, text] of slashTexts) slashTexts.set(id, text.split(BETWEEN_NAMES).map(repair).join(''))
}

/** How the tags of a file mark a text. One that stands in several tags counts as the frames of ID3v2 say. */
function readMarks({ native }: IAudioMetadata, bytes: FileBytes): (text: string) => TextMark {
  const textsOf = (isKind: (kind: string) => boolean) =>
    Object.entries(native).flatMap(([kind, tags]) =>
      isKind(kind) ? tags.map(({ value }) => String(value)) : [],
    )
  const latin1 = new Set(latin1Frames(bytes))
  // The list INFO of a WAV file whose texts are all valid UTF-8 was read as that.
  const isMarked = (kind: string) => kind === 'exif' && declareUtf8(bytes) !== bytes
  const unmarked = new Set(textsOf(kind => UNMARKED.includes(kind) && !isMarked(kind)))
  const unicode = new Set(textsOf(kind => kind.startsWith('ID3v2')))
  return text => {
    if (latin1.has(text)) return 'latin1'
    if (unicode.has(text)) return 'unicode'
    return unmarked.has(text) ? 'latin1' : 'always-unicode'
  }
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
  const markOf = readMarks(metadata, bytes)
  return broken.some(text => markOf(text) === 'latin1')
}
