import { type AudioInfo, UnreachableError, UnreadableError } from '@refrain/audio/audio-info'
import { shortId } from '@refrain/audio/bytes/audio-id'
import { type FileBytes, withFile } from '@refrain/audio/bytes/file-bytes'
import { withRemoteFile } from '@refrain/audio/bytes/remote-bytes'
import { isDisc, type ReadSheet } from '@refrain/audio/cue/cue-sheet'
import { parseCue } from '@refrain/audio/cue/parse-cue'
import { readCueBlock } from '@refrain/audio/cue/read-cue-block'
import { findFfmpeg } from '@refrain/audio/ffmpeg/find-ffmpeg'
import { isPlayedByFfmpeg, readAudioInfo } from '@refrain/audio/formats'
import { findPictures } from '@refrain/audio/tags/find-pictures'
import { type CharsetChoice, LATIN_1 } from '@refrain/audio/tags/letters/repair-metadata'
import { type Lyrics, parseLyricsFile } from '@refrain/audio/tags/read-lyrics'
import { readTags, type Tags } from '@refrain/audio/tags/read-tags'

/** Why a file of a format without a decoder of our own is skipped. */
export const NEEDS_FFMPEG = 'it needs ffmpeg, which is not in the PATH'

const MAX_LYRICS_FILE = 512 * 1024
/** Larger pictures are ignored. */
const MAX_PICTURE = 20 * 1024 * 1024

/** The file that a placeholder of the sample catalogue stands for. */
export interface PlaceholderInfo {
  readonly audio: AudioInfo
  /** In bytes, if known. */
  readonly size: number | undefined
}

/** @returns nothing for a file that is no placeholder */
export type DescribePlaceholder = (path: string) => PlaceholderInfo | undefined

export interface FileToRead {
  readonly path: string
  /** Path of its lyrics file, '' if there is none. */
  readonly lrc: string
  /** Where the files can be read if they are in a bucket. */
  readonly addresses?: { readonly path: string; readonly lrc: string }
  readonly placeholder: PlaceholderInfo | undefined
  readonly letters?: CharsetChoice
}

export interface ReadFile {
  readonly tags: Tags
  readonly audio: AudioInfo
  readonly lyrics: Lyrics | undefined
  /** Hash of the embedded cover, '' if there is none. */
  readonly picture: string
  /** Texts that may be in another character set than Latin-1. */
  readonly doubtful: readonly string[]
  /** True if some of these look broken, and a forced character set would read them. */
  readonly takesCharset: boolean
  /** True if some of the tags could not be read. */
  readonly hasDamagedTags: boolean
  /** The cue sheet in it, if that is of several tracks or cannot be used. */
  readonly sheet: ReadSheet | undefined
  /** Of a cut: where it begins in its file, in samples. */
  readonly first?: number
}

/** Hashes of covers by the fingerprint of the pictures in a file, see find-pictures.ts; '' for files without a cover. */
export type KnownCovers = Map<string, string>

/**
 * Reads the tags, audio properties, cover and lyrics of one file.
 * @param covers of files that were read before: their bytes are not read again
 * @returns with the bytes of a new cover
 * @throws UnreadableError with the reason if it cannot be imported
 */
export async function readFile(
  file: FileToRead,
  covers: KnownCovers,
): Promise<ReadFile & { readonly pictureBytes?: Uint8Array<ArrayBuffer> }> {
  const { addresses } = file
  const read = await open(file.path, addresses?.path, async bytes => {
    const audio = file.placeholder?.audio ?? readPlayable(bytes)
    const found = await readTagsAndCover(bytes, file.letters ?? LATIN_1, covers)
    return { audio, ...found, sheet: readOwnSheet(bytes, found.cueSheet, audio) }
  })
  const { tags, audio, cover, doubtful, takesCharset, hasDamagedTags, sheet } = read
  const lyrics = (file.lrc ? await readLyricsFile(file.lrc, addresses?.lrc) : undefined) ?? tags.lyrics
  const found = { tags, audio, lyrics, doubtful, takesCharset, hasDamagedTags, sheet }
  if (read.knownCover !== undefined) return { ...found, picture: read.knownCover }
  const picture = cover ? shortId(cover) : ''
  const isNew = cover && !Array.from(covers.values()).includes(picture)
  covers.set(read.fingerprint || picture, picture)
  // A copy without what else the buffer holds, which the thread can give away.
  return { ...found, picture, ...(isNew && { pictureBytes: new Uint8Array(cover) }) }
}

/** @throws UnreachableError if playing it takes ffmpeg, which is not there: the next import tries again */
function readPlayable(bytes: FileBytes): AudioInfo {
  const audio = readAudioInfo(bytes)
  if (isPlayedByFfmpeg(audio.codec) && !findFfmpeg()) throw new UnreachableError(NEEDS_FFMPEG)
  return audio
}

/** Does not read a cover again that another track of the album has. */
async function readTagsAndCover(
  bytes: FileBytes,
  letters: CharsetChoice,
  covers: ReadonlyMap<string, string>,
) {
  const pictures = findPictures(bytes)
  const knownCover = pictures && covers.get(pictures.fingerprint)
  const { tags, picture, doubtful, takesCharset, isDamaged, cueSheet } =
    pictures && knownCover !== undefined
      ? await readTags(pictures.withoutPictures, { skipsPictures: true, letters })
      : await readTags(bytes, { letters })
  const cover = picture && picture.length <= MAX_PICTURE ? picture : undefined
  return {
    ...{ tags, cover, doubtful, takesCharset, knownCover, cueSheet },
    ...{ hasDamagedTags: isDamaged, fingerprint: pictures?.fingerprint ?? '' },
  }
}

/** The cue sheet in the tags of a file, which has names, or in a block of its own. */
function readOwnSheet(bytes: FileBytes, text: string, { sampleRate }: AudioInfo): ReadSheet | undefined {
  try {
    const sheet = text === '' ? readCueBlock(bytes, sampleRate) : parseCue(text)
    return sheet?.files.some(isDisc) ? { sheet } : undefined
  } catch (error) {
    if (error instanceof UnreadableError) return { problem: error.message }
    throw error
  }
}

const open = <T>(
  path: string,
  address: string | undefined,
  work: (bytes: FileBytes) => Promise<T>,
): Promise<T> => (address === undefined ? withFile(path, work) : withRemoteFile(address, work))

async function readLyricsFile(path: string, address: string | undefined): Promise<Lyrics | undefined> {
  try {
    return await open(path, address, async bytes =>
      bytes.size <= MAX_LYRICS_FILE ? parseLyricsFile(bytes.read(0, bytes.size)) : undefined,
    )
  } catch (error) {
    if (error instanceof UnreadableError) return undefined
    throw error
  }
}
