import { type AudioInfo, UnreadableError } from './audio-info.ts'
import type { FileBytes } from './bytes/file-bytes.ts'
import type { Container } from './format.ts'
import { FORMATS } from './formats.ts'
import { mp3Container } from './mp3/read-mp3-info.ts'

/** Detects a file's container by its content: its extension may be wrong. */
export function detectContainer(bytes: FileBytes): Container {
  const containers = Object.values(FORMATS).flatMap(format => format.containers)
  return containers.find(container => container.matches(bytes)) ?? mp3Container
}

/**
 * Reads the properties of a file's audio.
 * @throws UnreadableError with the reason why it cannot be imported
 */
export function readAudioInfo(bytes: FileBytes): AudioInfo {
  if (bytes.size === 0) throw new UnreadableError('it is empty')
  const info = detectContainer(bytes).readInfo(bytes)
  if (info.trueSamples <= 0) throw new UnreadableError('it has no sound')
  return info
}
