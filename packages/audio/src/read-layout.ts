import type { FileBytes } from './bytes/file-bytes.ts'
import { latin1At, leadingTagsEnd } from './bytes/tag-regions.ts'
import { readFlacInfo } from './flac/read-flac-layout.ts'
import { type AudioInfo, UnreadableError } from './layout.ts'
import { readMp3Info } from './mp3/read-mp3-layout.ts'
import { readMp4Info } from './mp4/read-mp4-layout.ts'
import { oggHeadersEnd, readOggInfo } from './ogg/read-ogg-layout.ts'
import { readAiffInfo, readWavInfo } from './pcm/read-pcm-layout.ts'

interface Container {
  /** What the tag library knows it by. */
  readonly mime: string
  readonly read: (bytes: FileBytes) => AudioInfo
  /** Where the tags end, for a format whose tags the library would seek through the whole file. */
  readonly tagsEnd?: (bytes: FileBytes) => number
}

/** What a file is, told by its bytes: its name's ending may be wrong. MP3 has no mark and is what is left. */
export function detectContainer(bytes: FileBytes): Container {
  const start = latin1At(bytes, 0, 12)
  if (start.startsWith('OggS')) return { mime: 'audio/ogg', read: readOggInfo, tagsEnd: oggHeadersEnd }
  if (start.slice(4, 8) === 'ftyp') return { mime: 'audio/mp4', read: readMp4Info }
  if (/^(RIFF|RF64).{4}WAVE/s.test(start)) return { mime: 'audio/wav', read: readWavInfo }
  if (/^FORM.{4}AIF[FC]/s.test(start)) return { mime: 'audio/aiff', read: readAiffInfo }
  if (latin1At(bytes, leadingTagsEnd(bytes), 4) === 'fLaC') return { mime: 'audio/flac', read: readFlacInfo }
  return { mime: 'audio/mpeg', read: readMp3Info }
}

/** The layout of a file's sound. @throws UnreadableError saying why there is none. */
export function readAudioInfo(bytes: FileBytes): AudioInfo {
  if (bytes.size === 0) throw new UnreadableError('it is empty')
  const sound = detectContainer(bytes).read(bytes)
  if (sound.trueSamples <= 0) throw new UnreadableError('it has no sound')
  return sound
}
