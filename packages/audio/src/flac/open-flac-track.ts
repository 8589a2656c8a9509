import { openFileBytes } from '../bytes/file-bytes.ts'
import type { PacketTrack } from '../rendition/mux.ts'
import { findFlacFrame } from './find-flac-frame.ts'
import { describeFlac, readFlacStream } from './flac-stream.ts'
import { readFlacFrames } from './read-flac-frames.ts'

/**
 * The frames of a FLAC file.
 * @param first sample that the first frame shall have; `skipped` is how many are before it
 * @throws Error if it is not FLAC
 */
export function openFlacTrack(path: string, first = 0): PacketTrack & { readonly skipped: number } {
  const bytes = openFileBytes(path)
  try {
    const stream = readFlacStream(bytes)
    const { offset, sample } =
      first > 0 ? findFlacFrame(bytes, stream, first) : { offset: stream.start, sample: 0 }
    return {
      codec: 'flac',
      mime: 'audio/mp4; codecs="flac"',
      config: {
        codec: 'flac',
        sampleRate: stream.sampleRate,
        numberOfChannels: stream.channels,
        description: describeFlac(stream),
      },
      skipped: first - sample,
      packets: readFlacFrames(bytes, { ...stream, start: offset }),
      [Symbol.dispose]: () => bytes[Symbol.dispose](),
    }
  } catch (error) {
    bytes[Symbol.dispose]()
    throw error
  }
}
