import { openFileBytes } from '../bytes/file-bytes.ts'
import type { PacketTrack } from '../rendition/mux.ts'
import { describeFlac, readFlacStream } from './flac-stream.ts'
import { readFlacFrames } from './read-flac-frames.ts'

/**
 * The frames of a FLAC file.
 * @throws Error if it is not FLAC
 */
export function openFlacTrack(path: string): PacketTrack {
  const bytes = openFileBytes(path)
  try {
    const stream = readFlacStream(bytes)
    return {
      codec: 'flac',
      mime: 'audio/mp4; codecs="flac"',
      config: {
        codec: 'flac',
        sampleRate: stream.sampleRate,
        numberOfChannels: stream.channels,
        description: describeFlac(stream),
      },
      packets: readFlacFrames(bytes, stream),
      [Symbol.dispose]: () => bytes[Symbol.dispose](),
    }
  } catch (error) {
    bytes[Symbol.dispose]()
    throw error
  }
}
