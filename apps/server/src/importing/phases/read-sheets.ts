import { UnreachableError, UnreadableError } from '@refrain/audio/audio-info'
import { withFile } from '@refrain/audio/bytes/file-bytes'
import type { CueSheet, ReadSheet } from '@refrain/audio/cue/cue-sheet'
import { decodeCue } from '@refrain/audio/cue/decode-cue'
import { MAX_SHEET, parseCue } from '@refrain/audio/cue/parse-cue'
import { type CollectionBuckets, isBucketPath } from '../../media/storage/collection-buckets.ts'
import { ObjectStorageError } from '../../object-storage/bucket-error.ts'
import type { CollectionFile } from '../collection/album-folders.ts'

/** Of one album; further ones are ignored. */
const MAX_SHEETS = 200
/** Of a letter in UTF-16. */
const LETTER_BYTES = 2

/** A cue sheet of the collection. */
export interface FoundSheet {
  readonly file: CollectionFile
  readonly read: ReadSheet
  /** It could not be reached: the next import tries again. */
  readonly isTemporary: boolean
  /** Its names, if they may be in another character set than they were read in. */
  readonly doubtful: readonly string[]
}

/**
 * Reads the cue sheets of an album folder. One that is broken or cannot be reached has a problem.
 * @param charset the operator's character set, '' to detect it
 */
export function readSheets(
  sheets: readonly CollectionFile[],
  { buckets, charset }: { readonly buckets: CollectionBuckets; readonly charset: string },
): Promise<FoundSheet[]> {
  return Promise.all(
    sheets.slice(0, MAX_SHEETS).map(async file => {
      try {
        const { text, isCertain } = decodeCue(await readBytes(file, buckets), charset)
        const sheet = parseCue(text)
        return { file, read: { sheet }, isTemporary: false, doubtful: isCertain ? [] : namesOf(sheet) }
      } catch (error) {
        const isTemporary = error instanceof UnreachableError || error instanceof ObjectStorageError
        if (!isTemporary && !(error instanceof UnreadableError)) throw error
        return { file, read: { problem: error.message }, isTemporary, doubtful: [] }
      }
    }),
  )
}

async function readBytes({ path, size }: CollectionFile, buckets: CollectionBuckets): Promise<Uint8Array> {
  if (size > MAX_SHEET * LETTER_BYTES) throw new UnreadableError('it is too long for a cue sheet')
  if (!isBucketPath(path))
    return withFile(path, async bytes => bytes.read(0, Math.min(bytes.size, MAX_SHEET * LETTER_BYTES)))
  const bytes = await buckets.read(path)
  if (!bytes) throw new UnreachableError('it is gone')
  return bytes
}

function namesOf({ title, performer, files }: CueSheet): string[] {
  const tracks = files.flatMap(file => file.tracks)
  return [title, performer, ...tracks.flatMap(track => [track.title, track.performer])].filter(Boolean)
}
