import { UnreadableError } from '../audio-info.ts'
import { computeAudioId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'
import { type FfmpegSource, ffmpegContainer } from './ffmpeg-source.ts'

/** Frames of DST, the compression of DSD, have this many a second. */
const DST_FRAMES = 75
const MAX_CHUNKS = 256
const CD_RATE = 44_100

/** The rate to which DSD is decoded: above what is heard, far below the noise that DSD moves up. */
export const decodedRate = (sampleRate: number) => (sampleRate % CD_RATE === 0 ? 2 * CD_RATE : 96_000)

function toSource(
  demuxer: string,
  audio: Pick<FfmpegSource['info'], 'sampleRate' | 'channels' | 'trueSamples' | 'audioId'>,
): FfmpegSource {
  if (!(audio.sampleRate >= CD_RATE && audio.channels > 0))
    throw new UnreadableError('its DSD header is damaged')
  return {
    demuxer,
    isFloat: true,
    // Untested in DSDIFF, which ffmpeg does not write.
    seeksExactly: demuxer === 'dsf',
    decodedRate: decodedRate(audio.sampleRate),
    info: { codec: 'dsd', bitDepth: 1, primingSamples: 0, ...audio },
  }
}

/** DSF, Sony's container: three chunks, and an ID3v2 tag at the end. */
function readDsf(bytes: FileBytes): FfmpegSource {
  const format = 28
  const header = bytes.exactly(format, 52)
  const data = format + Number(header.getBigUint64(4, true))
  if (latin1At(bytes, format, 4) !== 'fmt ' || latin1At(bytes, data, 4) !== 'data')
    throw new UnreadableError('its DSD header is damaged')
  const length = Number(bytes.exactly(data + 4, 8).getBigUint64(0, true))
  return toSource('dsf', {
    channels: header.getUint32(24, true),
    sampleRate: header.getUint32(28, true),
    trueSamples: Number(header.getBigUint64(36, true)),
    audioId: computeAudioId(bytes, 'dsd', data + 12, Math.min(data + length, bytes.size)),
  })
}

interface Chunk {
  readonly id: string
  readonly start: number
  readonly end: number
}

/** The chunks of DSDIFF between two positions: a name, a length of 64 bits, and padding to an even length. */
function readChunks(bytes: FileBytes, start: number, end: number): Chunk[] {
  const chunks: Chunk[] = []
  for (let at = start; at + 12 <= end && chunks.length < MAX_CHUNKS; ) {
    const length = Number(bytes.exactly(at + 4, 8).getBigUint64(0))
    const from = at + 12
    chunks.push({ id: latin1At(bytes, at, 4), start: from, end: Math.min(from + length, bytes.size) })
    at = from + length + (length % 2)
  }
  return chunks
}

/** DSDIFF, Philips' container. */
function readDff(bytes: FileBytes): FfmpegSource {
  const chunks = readChunks(bytes, 16, bytes.size)
  const find = (id: string, within: readonly Chunk[]) => within.find(chunk => chunk.id === id)
  const properties = find('PROP', chunks)
  const sound = find('DSD ', chunks) ?? find('DST ', chunks)
  if (!properties || !sound) throw new UnreadableError('its DSD header is damaged')
  const parts = readChunks(bytes, properties.start + 4, properties.end)
  const [rate, speakers] = [find('FS  ', parts), find('CHNL', parts)]
  if (!rate || !speakers) throw new UnreadableError('its DSD header is damaged')
  const sampleRate = bytes.exactly(rate.start, 4).getUint32(0)
  const channels = bytes.exactly(speakers.start, 2).getUint16(0)
  const frames = find('FRTE', sound.id === 'DST ' ? readChunks(bytes, sound.start, sound.end) : [])
  const trueSamples =
    sound.id === 'DSD '
      ? Math.floor(((sound.end - sound.start) * 8) / Math.max(1, channels))
      : frames
        ? Math.round((bytes.exactly(frames.start, 4).getUint32(0) * sampleRate) / DST_FRAMES)
        : 0
  const audioId = computeAudioId(bytes, 'dsd', sound.start, sound.end)
  return toSource('iff', { sampleRate, channels, trueSamples, audioId })
}

export const dsfContainer = ffmpegContainer('audio/dsf', bytes => latin1At(bytes, 0, 4) === 'DSD ', readDsf)

export const dffContainer = ffmpegContainer(
  'audio/dsd',
  bytes => latin1At(bytes, 0, 4) === 'FRM8' && latin1At(bytes, 12, 4) === 'DSD ',
  readDff,
)
