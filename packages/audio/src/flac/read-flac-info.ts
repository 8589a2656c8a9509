import { type AudioInfo, UnreadableError } from '../audio-info.ts'
import { computeAudioId, shortId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At, leadingTagsEnd } from '../bytes/tag-regions.ts'
import type { Container } from '../format.ts'
import { findFirstSample, findLastSample } from './find-last-frame.ts'
import { readFlacStream } from './flac-stream.ts'

/**
 * Reads a FLAC file's layout. The length comes from STREAMINFO, or from the last frame if the file is
 * truncated or was written as a stream.
 * @throws UnreadableError if it is not FLAC or has no audio
 */
function readFlacInfo(bytes: FileBytes): AudioInfo {
  const stream = readFlacStream(bytes)
  const { declared } = stream
  const last = findLastSample(bytes, stream)
  if (last === undefined) throw new UnreadableError('it has a FLAC header, but no sound')
  const reached = Math.max(0, last - findFirstSample(bytes, stream))
  const md5 = stream.streamInfo.subarray(18)
  return {
    codec: 'flac',
    sampleRate: stream.sampleRate,
    channels: stream.channels,
    bitDepth: stream.bits,
    trueSamples: declared > 0 ? Math.min(declared, reached) : reached,
    primingSamples: 0,
    audioId: md5.some(byte => byte !== 0)
      ? shortId(`flac ${declared} `, md5)
      : computeAudioId(bytes, 'flac', stream.start, stream.end),
  }
}

export const flacContainer: Container = {
  mimeType: 'audio/flac',
  matches: bytes => latin1At(bytes, leadingTagsEnd(bytes), 4) === 'fLaC',
  readInfo: readFlacInfo,
}
