import type { FileBytes } from './bytes/file-bytes.ts'
import { afterLeadingTags, mark } from './bytes/tag-regions.ts'
import { readFlac } from './flac/read-flac-layout.ts'
import { type Sound, UnreadableError } from './layout.ts'
import { readMp3 } from './mp3/read-mp3-layout.ts'
import { readMp4 } from './mp4/read-mp4-layout.ts'
import { oggHeadersEnd, readOgg } from './ogg/read-ogg-layout.ts'
import { readAiff, readWav } from './pcm/read-pcm-layout.ts'

interface Container {
  /** What the tag library knows it by. */
  readonly mime: string
  readonly read: (bytes: FileBytes) => Sound
  /** Where the tags end, for a format whose tags the library would seek through the whole file. */
  readonly tagsEnd?: (bytes: FileBytes) => number
}

/** What a file is, told by its bytes: its name's ending may be wrong. MP3 has no mark and is what is left. */
export function detectContainer(bytes: FileBytes): Container {
  const start = mark(bytes, 0, 12)
  if (start.startsWith('OggS')) return { mime: 'audio/ogg', read: readOgg, tagsEnd: oggHeadersEnd }
  if (start.slice(4, 8) === 'ftyp') return { mime: 'audio/mp4', read: readMp4 }
  if (/^(RIFF|RF64).{4}WAVE/s.test(start)) return { mime: 'audio/wav', read: readWav }
  if (/^FORM.{4}AIF[FC]/s.test(start)) return { mime: 'audio/aiff', read: readAiff }
  if (mark(bytes, afterLeadingTags(bytes), 4) === 'fLaC') return { mime: 'audio/flac', read: readFlac }
  return { mime: 'audio/mpeg', read: readMp3 }
}

/** The layout of a file's sound. @throws UnreadableError saying why there is none. */
export function readSound(bytes: FileBytes): Sound {
  if (bytes.size === 0) throw new UnreadableError('it is empty')
  const sound = detectContainer(bytes).read(bytes)
  if (sound.trueSamples <= 0) throw new UnreadableError('it has no sound')
  return sound
}
