import { type AudioInfo, UnreadableError } from '@refrain/audio/audio-info'
import { type FileBytes, withFile } from '@refrain/audio/bytes/file-bytes'
import { withRemoteFile } from '@refrain/audio/bytes/remote-bytes'
import { readAudioInfo } from '@refrain/audio/read-audio-info'
import { type Lyrics, parseLyricsFile } from '@refrain/audio/tags/read-lyrics'
import { readTags, type Tags } from '@refrain/audio/tags/read-tags'

const MAX_LYRICS_FILE = 512 * 1024
/** Larger pictures are ignored. */
const MAX_PICTURE = 20 * 1024 * 1024

export interface FileToRead {
  readonly path: string
  /** Path of its lyrics file, '' if there is none. */
  readonly lrc: string
  /** Where the files can be read if they are in a bucket. */
  readonly addresses?: { readonly path: string; readonly lrc: string }
  readonly placeholder: AudioInfo | undefined
}

export interface ReadFile {
  readonly tags: Tags
  readonly audio: AudioInfo
  readonly lyrics: Lyrics | undefined
  /** Hash of the embedded cover, '' if there is none. */
  readonly picture: string
}

/**
 * Reads the tags, audio properties, cover and lyrics of one file.
 * @throws UnreadableError with the reason if it cannot be imported
 */
export async function readFile(
  file: FileToRead,
): Promise<Omit<ReadFile, 'picture'> & { cover: Uint8Array | undefined }> {
  const { addresses } = file
  const read = await open(file.path, addresses?.path, async bytes => {
    const audio = file.placeholder ?? readAudioInfo(bytes)
    return { audio, ...(await readTags(bytes)) }
  })
  return {
    tags: read.tags,
    audio: read.audio,
    lyrics: (file.lrc ? await readLyricsFile(file.lrc, addresses?.lrc) : undefined) ?? read.tags.lyrics,
    cover: read.picture && read.picture.length <= MAX_PICTURE ? read.picture : undefined,
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
