import { UnreadableError } from '../audio-info.ts'
import { computeAudioId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At, leadingTagsEnd, trailingTagsStart } from '../bytes/tag-regions.ts'
import { type FfmpegSource, ffmpegContainer } from './ffmpeg-source.ts'

const HEADER = 22
/** Of the format field: integer PCM. */
const PCM = 1

/** The True Audio header: format, channels, bits, rate and number of samples, each exact. */
function readTta(bytes: FileBytes): FfmpegSource {
  const start = leadingTagsEnd(bytes)
  const header = bytes.exactly(start, HEADER)
  if (header.getUint16(4, true) !== PCM) throw new UnreadableError('its TTA header is damaged')
  const end = trailingTagsStart(bytes, start)
  return {
    demuxer: 'tta',
    seeksExactly: true,
    info: {
      codec: 'tta',
      channels: header.getUint16(6, true),
      bitDepth: header.getUint16(8, true),
      sampleRate: header.getUint32(10, true),
      trueSamples: header.getUint32(14, true),
      primingSamples: 0,
      audioId: computeAudioId(bytes, 'tta', start, end),
    },
  }
}

export const ttaContainer = ffmpegContainer(
  'audio/x-tta',
  bytes => latin1At(bytes, leadingTagsEnd(bytes), 4) === 'TTA1',
  readTta,
  { hasOuterTags: true },
)
