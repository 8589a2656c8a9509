import { type IAudioMetadata, parseFromTokenizer } from 'music-metadata'
import { UnreadableError } from '../audio-info.ts'
import { type FileBytes, firstBytes, replaceStart } from '../bytes/file-bytes.ts'
import { leadingTagsEnd, trailingTagsStart } from '../bytes/tag-regions.ts'
import { detectContainer } from '../formats.ts'
import { pcmKindOf } from '../pcm/pcm-layout.ts'
import { BytesTokenizer } from './bytes-tokenizer.ts'
import { declareUtf8, repairAiffTexts } from './iff-texts.ts'
import { repairMatroskaTexts } from './matroska-texts.ts'
import { renameOldFrames } from './old-frames.ts'
import { preferFirst } from './prefer-first.ts'

const MP3 = 'audio/mpeg'

/** What the tag library finds in a file. */
export interface ParsedTags {
  readonly metadata: IAudioMetadata
  /** True if some of it could not be read. */
  readonly isDamaged: boolean
}

interface Part {
  readonly bytes: FileBytes
  readonly mimeType: string
  readonly skipCovers: boolean
  /** Only where something before it is damaged. */
  readonly isFallback?: boolean
}

/**
 * Reads all tags of a file that can be read, whatever is wrong with the others.
 * @returns undefined if there is none
 */
export async function parseMetadata(bytes: FileBytes, skipCovers: boolean): Promise<ParsedTags | undefined> {
  let best: IAudioMetadata | undefined
  let isDamaged = false
  try {
    for (const part of partsOf(bytes, skipCovers)) {
      if (part.isFallback && !isDamaged) break
      const found = await parse(part)
      isDamaged ||= found.isDamaged
      if (best && found.metadata) complete(best, found.metadata)
      best ??= found.metadata
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    isDamaged = true
  }
  return best && { metadata: best, isDamaged }
}

/** The parts of a file to read: the whole, then without what is damaged most often. */
function* partsOf(file: FileBytes, skipCovers: boolean): Generator<Part> {
  const container = detectContainer(file)
  const { mimeType } = container
  const kind = pcmKindOf(file)
  const tagsEnd = kind ? leadingTagsEnd(file) : 0
  if (kind) {
    const own = tagsEnd > 0 ? replaceStart(file, tagsEnd, new Uint8Array(0)) : file
    yield { bytes: kind === 'wav' ? declareUtf8(own) : own, mimeType, skipCovers }
    if (tagsEnd > 0) yield { bytes: renameOldFrames(firstBytes(file, tagsEnd)), mimeType: MP3, skipCovers }
    return
  }
  if (container.hasOuterTags) {
    const start = leadingTagsEnd(file)
    const tags = replaceStart(file, trailingTagsStart(file, start), file.read(0, start))
    yield { bytes: renameOldFrames(tags), mimeType: MP3, skipCovers }
    return
  }
  const bytes = renameOldFrames(container.tagsEnd ? firstBytes(file, container.tagsEnd(file)) : file)
  yield { bytes, mimeType, skipCovers }
  const head = firstBytes(bytes, trailingTagsStart(bytes, 0))
  yield { bytes: head, mimeType, skipCovers, isFallback: true }
  yield { bytes, mimeType, skipCovers: true, isFallback: true }
}

/** What was found until an error. */
async function parse({ bytes, mimeType, skipCovers }: Part) {
  let metadata: IAudioMetadata | undefined
  const prefer = preferFirst()
  try {
    metadata = await parseFromTokenizer(new BytesTokenizer(bytes, mimeType), {
      duration: false,
      skipCovers,
      includeChapters: true,
      observer(event) {
        // The library fills this object while it reads.
        metadata = event.metadata as IAudioMetadata
        prefer(event)
      },
    })
    if (mimeType === 'audio/aiff') repairAiffTexts(bytes, metadata)
    if (mimeType === 'audio/matroska') repairMatroskaTexts(metadata)
    return { metadata, isDamaged: false }
  } catch {
    // Any error of the library is caused by the file.
    return { metadata, isDamaged: true }
  }
}

/** Adds what only another part has. */
function complete({ common, native }: IAudioMetadata, other: IAudioMetadata): void {
  const { track, disk, ...rest } = other.common
  for (const [key, value] of Object.entries(rest)) {
    if (!(key in common)) Object.assign(common, { [key]: value })
  }
  common.track.no ??= track.no
  common.disk.no ??= disk.no
  for (const [kind, tags] of Object.entries(other.native)) native[kind] ??= tags
}
