import { type AudioInfo, UnreadableError } from '../audio-info.ts'
import { computeAudioId, shortId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'
import type { Container } from '../format.ts'
import { type Box, findBox, type Mp4Track, readBoxes } from './mp4-box.ts'
import { addFragments } from './mp4-fragments.ts'
import { readGapless } from './mp4-gapless.ts'
import { readSampleEntry } from './mp4-sample-entry.ts'

const MAX_ENTRIES = 1_000_000
/** Sample entries of video: H.264, H.265, MPEG-4, VP8, VP9 and AV1. */
const FILM = new Set(['avc1', 'avc3', 'hvc1', 'hev1', 'mp4v', 'vp08', 'vp09', 'av01'])

/**
 * Reads the layout of AAC or ALAC in MP4. The range of the music comes from iTunSMPB or the edit list, since
 * packet durations include the encoder's priming.
 * @throws UnreadableError if it has no index or another codec
 */
function readMp4Info(bytes: FileBytes): AudioInfo {
  const boxes = readBoxes(bytes, 0, bytes.size)
  const moov = boxes.find(box => box.type === 'moov')
  if (!moov || moov.cut) throw new UnreadableError('its MP4 index is missing: the file is cut off')
  refuseVideo(bytes, moov)
  const track = findAudioTrack(bytes, moov)
  const entry = readSampleEntry(bytes, track)
  const { timescale } = track
  const fragments = boxes.filter(box => box.type === 'moof')
  const ticks = fragments.length > 0 ? addFragments(bytes, moov, fragments) : addDurations(bytes, track)
  const gapless = readGapless(bytes, moov, track, ticks)
  const scale = (count: number) => Math.round((count * entry.sampleRate) / timescale)
  if (gapless.length <= 0) throw new UnreadableError('it has an MP4 index, but no sound')
  return {
    codec: entry.codec,
    sampleRate: entry.sampleRate,
    channels: entry.channels,
    bitDepth: entry.bitDepth,
    trueSamples: scale(gapless.length),
    primingSamples: scale(gapless.priming),
    audioId: identity(bytes, entry.codec, boxes),
  }
}

export const mp4Container: Container = {
  mimeType: 'audio/mp4',
  matches: bytes => latin1At(bytes, 4, 4) === 'ftyp',
  readInfo: readMp4Info,
}

/** Audiobooks and songs may have a track of pictures, but not of film. */
function refuseVideo(bytes: FileBytes, moov: Box): void {
  for (const trak of readBoxes(bytes, moov.start, moov.end)) {
    const list = trak.type === 'trak' && findBox(bytes, trak, 'mdia', 'minf', 'stbl', 'stsd')
    const entry = list && readBoxes(bytes, list.start + 8, list.end)[0]
    if (entry && FILM.has(entry.type)) throw new UnreadableError('it is a video')
  }
}

function findAudioTrack(bytes: FileBytes, moov: Box): Mp4Track {
  for (const trak of readBoxes(bytes, moov.start, moov.end)) {
    if (trak.type !== 'trak') continue
    const handler = findBox(bytes, trak, 'mdia', 'hdlr')
    const header = findBox(bytes, trak, 'mdia', 'mdhd')
    const table = findBox(bytes, trak, 'mdia', 'minf', 'stbl')
    if (!handler || !header || !table || latin1At(bytes, handler.start + 8, 4) !== 'soun') continue
    const long = bytes.exactly(header.start, 1).getUint8(0) === 1
    const timescale = bytes.exactly(header.start + (long ? 20 : 12), 4).getUint32(0)
    if (timescale > 0) return { trak, table, timescale }
  }
  throw new UnreadableError('it has no sound track')
}

/** The durations of all packets in the file, in ticks. */
function addDurations(bytes: FileBytes, track: Mp4Track): number {
  const times = findBox(bytes, track.table, 'stts')
  if (!times) throw new UnreadableError('its MP4 index is damaged')
  const present = presentPackets(bytes, track)
  const entries = Math.min(bytes.exactly(times.start + 4, 4).getUint32(0), MAX_ENTRIES)
  let ticks = 0
  let packets = 0
  for (let n = 0; n < entries && times.start + 16 + n * 8 <= times.end && packets < present; n++) {
    const entry = bytes.exactly(times.start + 8 + n * 8, 8)
    const count = Math.min(entry.getUint32(0), present - packets)
    ticks += count * entry.getUint32(4)
    packets += count
  }
  return ticks
}

/** Number of packets in the file, which may be truncated after its index. */
function presentPackets(bytes: FileBytes, track: Mp4Track): number {
  const sizes = findBox(bytes, track.table, 'stsz')
  const chunks = findBox(bytes, track.table, 'stco')
  if (!sizes || sizes.end - sizes.start < 12) return Number.MAX_SAFE_INTEGER
  const head = bytes.exactly(sizes.start, 12)
  const each = head.getUint32(4)
  const count = Math.min(
    head.getUint32(8),
    each > 0 ? Number.MAX_SAFE_INTEGER : (sizes.end - sizes.start - 12) / 4,
  )
  if (!chunks || chunks.end - chunks.start < 12) return Math.floor(count)
  const room = bytes.size - bytes.exactly(chunks.start + 8, 4).getUint32(0)
  if (each > 0) return Math.min(count, Math.max(0, Math.floor(room / each)))
  let used = 0
  for (let n = 0; n < Math.min(count, MAX_ENTRIES); n++) {
    used += bytes.exactly(sizes.start + 12 + n * 4, 4).getUint32(0)
    if (used > room) return n
  }
  return Math.floor(count)
}

function identity(bytes: FileBytes, codec: string, boxes: readonly Box[]): string {
  const data = boxes.filter(box => box.type === 'mdat')
  const [first, last] = [data[0], data.at(-1)]
  if (!first || !last) throw new UnreadableError('it has an MP4 index, but no sound')
  if (first === last) return computeAudioId(bytes, codec, first.start, first.end)
  const length = data.reduce((sum, box) => sum + box.end - box.start, 0)
  return shortId(
    `${length} `,
    computeAudioId(bytes, codec, first.start, first.end),
    computeAudioId(bytes, codec, last.start, last.end),
  )
}
