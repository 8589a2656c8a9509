import { UnreadableError } from '../audio-info.ts'
import { computeAudioId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { type FfmpegSource, ffmpegContainer } from './ffmpeg-source.ts'

/** Object ids of ASF as they are stored (specification of 2012, section 10). */
const HEADER = '3026b2758e66cf11a6d900aa0062ce6c'
const FILE_PROPERTIES = 'a1dcab8c47a9cf118ee400c00c205365'
const STREAM_PROPERTIES = '9107dcb7b7a9cf118ee600c00c205365'
const DATA = '3626b2758e66cf11a6d900aa0062ce6c'
const ENCRYPTIONS = new Set(['fbb3112223bdd211b4b700a0c955fc6e', '14e68a292226174cb935dae07ee9289c'])
const AUDIO = '409e69f84d5bcf11a8fd00805f5c442b'
const VIDEO = 'c0ef19bc4d5bcf11a8fd00805f5c442b'
/** Format tags of Windows Media Audio: versions 1 and 2, Professional, Lossless and Voice. */
const LOSSLESS = 0x163
const FORMATS = new Set([0x160, 0x161, 0x162, LOSSLESS, 0x0a])
const MAX_OBJECTS = 512
const OBJECT_HEADER = 24
/** Of ASF, in ticks of 100 ns. */
const TICKS = 10_000_000

interface AsfObject {
  readonly id: string
  readonly start: number
  readonly end: number
}

const idAt = (bytes: FileBytes, at: number) => Buffer.from(bytes.read(at, 16)).toString('hex')

function readObjects(bytes: FileBytes, start: number, end: number): AsfObject[] {
  const objects: AsfObject[] = []
  for (let at = start; at + OBJECT_HEADER <= end && objects.length < MAX_OBJECTS; ) {
    const length = Number(bytes.exactly(at + 16, 8).getBigUint64(0, true))
    objects.push({ id: idAt(bytes, at), start: at + OBJECT_HEADER, end: Math.min(at + length, bytes.size) })
    // The data of a stream that was recorded live has no length.
    if (length < OBJECT_HEADER) break
    at += length
  }
  return objects
}

/** The header of Windows Media Audio. */
function readAsf(bytes: FileBytes): FfmpegSource {
  const [header, ...rest] = readObjects(bytes, 0, bytes.size)
  if (!header) throw new UnreadableError('its WMA header is damaged')
  const objects = readObjects(bytes, header.start + 6, header.end)
  if (objects.some(object => ENCRYPTIONS.has(object.id))) throw new UnreadableError('it is copy protected')
  const streams = objects.filter(object => object.id === STREAM_PROPERTIES)
  if (streams.some(stream => idAt(bytes, stream.start) === VIDEO)) throw new UnreadableError('it is a video')
  const stream = streams.find(({ start }) => idAt(bytes, start) === AUDIO)
  const properties = objects.find(object => object.id === FILE_PROPERTIES)
  if (!stream || !properties) throw new UnreadableError('its WMA header is damaged')
  const format = bytes.exactly(stream.start + 54, 16)
  const tag = format.getUint16(0, true)
  if (!FORMATS.has(tag)) throw new UnreadableError('its sound is not Windows Media Audio')
  const sampleRate = format.getUint32(4, true)
  const times = bytes.exactly(properties.start, 64)
  const ticks = Number(times.getBigUint64(40, true)) - Number(times.getBigUint64(56, true)) * (TICKS / 1_000)
  const data = rest.find(object => object.id === DATA)
  return {
    demuxer: 'asf',
    info: {
      codec: 'wma',
      sampleRate,
      channels: format.getUint16(2, true),
      bitDepth: tag === LOSSLESS ? format.getUint16(14, true) : 0,
      trueSamples: Math.round((ticks * sampleRate) / TICKS),
      primingSamples: 0,
      audioId: computeAudioId(
        bytes,
        'wma',
        data?.start ?? header.end,
        data ? endOf(data, bytes) : bytes.size,
      ),
    },
  }
}

const endOf = ({ start, end }: AsfObject, bytes: FileBytes) => (end > start ? end : bytes.size)

export const asfContainer = ffmpegContainer('audio/x-ms-wma', bytes => idAt(bytes, 0) === HEADER, readAsf)
