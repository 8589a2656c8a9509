import { type AudioInfo, UnreadableError } from '@refrain/audio/audio-info'
import { withFile } from '@refrain/audio/bytes/file-bytes'
import { readAudioInfo } from '@refrain/audio/read-audio-info'
import { type Lyrics, parseLyricsFile } from '@refrain/audio/tags/read-lyrics'
import { readTags, type Tags } from '@refrain/audio/tags/read-tags'

const MOST_LYRICS_FILE = 512 * 1024
/** Larger pictures are refused unread: no cover needs it. */
const MOST_PICTURE = 20 * 1024 * 1024

export interface FileToRead {
  readonly path: string
  /** Path of the lyrics beside it, '' where there are none. */
  readonly lrc: string
  readonly promised: AudioInfo | undefined
}

export interface ReadFile {
  readonly tags: Tags
  readonly sound: AudioInfo
  readonly lyrics: Lyrics | undefined
  /** Hash of the embedded cover's bytes, '' where there is none. */
  readonly picture: string
}

/**
 * Reads one file, opened once: its tags, its sound's layout, its cover and the lyrics beside it.
 * @throws UnreadableError saying why it cannot go in.
 */
export async function readFile(
  file: FileToRead,
): Promise<Omit<ReadFile, 'picture'> & { cover: Uint8Array | undefined }> {
  const read = await withFile(file.path, async bytes => {
    const sound = file.promised ?? readAudioInfo(bytes)
    return { sound, ...(await readTags(bytes)) }
  })
  return {
    tags: read.tags,
    sound: read.sound,
    lyrics: (file.lrc ? await readLyricsFile(file.lrc) : undefined) ?? read.tags.lyrics,
    cover: read.picture && read.picture.length <= MOST_PICTURE ? read.picture : undefined,
  }
}

async function readLyricsFile(path: string): Promise<Lyrics | undefined> {
  try {
    return await withFile(path, async bytes =>
      bytes.size <= MOST_LYRICS_FILE ? parseLyricsFile(bytes.read(0, bytes.size)) : undefined,
    )
  } catch (error) {
    if (error instanceof UnreadableError) return undefined
    throw error
  }
}
