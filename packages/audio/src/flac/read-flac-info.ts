import { type AudioInfo, UnreadableError } from '../audio-info.ts'
import { computeAudioId, shortId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At, leadingTagsEnd, trailingTagsStart } from '../bytes/tag-regions.ts'
import type { Container } from '../format.ts'
import { findLastFrame } from './find-last-frame.ts'

const MAX_BLOCKS = 4096
const STREAM_INFO = 34

/**
 * Reads a FLAC file's layout. The length comes from STREAMINFO, or from the last frame if the file is
 * truncated or was written as a stream.
 * @throws UnreadableError if it is not FLAC or has no audio
 */
function readFlacInfo(bytes: FileBytes): AudioInfo {
  const start = leadingTagsEnd(bytes)
  if (latin1At(bytes, start, 4) !== 'fLaC') throw new UnreadableError('no FLAC sound was found in it')
  const info = bytes.exactly(start + 8, STREAM_INFO)
  const packed = info.getUint32(10)
  const sampleRate = packed >>> 12
  const channels = ((packed >>> 9) & 7) + 1
  const declared = (info.getUint8(13) & 0xf) * 2 ** 32 + info.getUint32(14)
  if ((bytes.read(start + 4, 1)[0]! & 0x7f) !== 0 || sampleRate === 0) {
    throw new UnreadableError('its FLAC header is damaged')
  }
  const frames = afterBlocks(bytes, start + 4)
  const end = trailingTagsStart(bytes, frames)
  const last = findLastFrame(bytes, frames, end, { sampleRate, channels, blockSize: info.getUint16(0) })
  if (!last) throw new UnreadableError('it has a FLAC header, but no sound')
  // A truncated file ends in an unusable frame.
  const reached = last.firstSample + (last.whole ? last.samples : 0)
  const trueSamples = declared > 0 ? Math.min(declared, reached) : reached
  const md5 = new Uint8Array(info.buffer, info.byteOffset + 18, 16)
  return {
    codec: 'flac',
    sampleRate,
    channels,
    bitDepth: ((packed >>> 4) & 31) + 1,
    trueSamples,
    primingSamples: 0,
    audioId: md5.some(byte => byte !== 0)
      ? shortId(`flac ${declared} `, md5)
      : computeAudioId(bytes, 'flac', frames, end),
  }
}

export const flacContainer: Container = {
  mimeType: 'audio/flac',
  matches: bytes => latin1At(bytes, leadingTagsEnd(bytes), 4) === 'fLaC',
  readInfo: readFlacInfo,
}

/** Offset of the first frame, after the last metadata block. */
function afterBlocks(bytes: FileBytes, start: number): number {
  let offset = start
  for (let seen = 0; seen < MAX_BLOCKS; seen++) {
    const head = bytes.exactly(offset, 4).getUint32(0)
    offset += 4 + (head & 0xffffff)
    if (head >>> 31 === 1) break
  }
  return Math.min(offset, bytes.size)
}
