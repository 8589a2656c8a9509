import { openFileBytes } from '../bytes/file-bytes.ts'
import { leadingTagsEnd, trailingTagsStart } from '../bytes/tag-regions.ts'
import { walkMp3Frames } from './walk-mp3-frames.ts'

export interface Mp3Frame {
  /** Offset in the file. */
  readonly offset: number
  readonly data: Uint8Array
  /** Decoded samples per channel. */
  readonly samples: number
  readonly sampleRate: number
  readonly channels: number
}

/**
 * The layer III frames of a file, in order. Skips tags, damaged data and the Xing, Info or VBRI frame, and an
 * incomplete last frame.
 */
export function* readMp3Frames(path: string): Generator<Mp3Frame> {
  using bytes = openFileBytes(path)
  const start = leadingTagsEnd(bytes)
  let first = true
  for (const { offset, data, header } of walkMp3Frames(bytes, start, trailingTagsStart(bytes, start))) {
    const { samples, sampleRate, channels, sideEnd } = header
    if (!first || !describesOthers(data, sideEnd)) {
      yield { offset, data: data.slice(), samples, sampleRate, channels }
    }
    first = false
  }
}

function describesOthers(data: Uint8Array, sideEnd: number): boolean {
  const at = (offset: number) => String.fromCharCode(...data.subarray(offset, offset + 4))
  const tag = at(sideEnd)
  return tag === 'Xing' || tag === 'Info' || at(4 + 32) === 'VBRI'
}
