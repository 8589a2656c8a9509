import { type Codec, UnreadableError } from '../audio-info.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { type Box, type Mp4Track, readBoxes } from './mp4-box.ts'

const AAC_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350,
]
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 8]
/** Object types of AAC in `esds`: MPEG-4 and the three profiles of MPEG-2. */
const AAC_TYPES = new Set([0x40, 0x66, 0x67, 0x68])

export interface SampleEntry {
  readonly codec: Codec
  readonly sampleRate: number
  readonly channels: number
  /** Of ALAC; 0 for AAC. */
  readonly bitDepth: number
}

/**
 * Reads the codec of a track's first sample entry.
 * @throws UnreadableError if it is not supported
 */
export function readSampleEntry(bytes: FileBytes, track: Mp4Track): SampleEntry {
  const list = readBoxes(bytes, track.table.start, track.table.end).find(box => box.type === 'stsd')
  const entry = list && readBoxes(bytes, list.start + 8, list.end)[0]
  if (!entry) throw new UnreadableError('its MP4 index is damaged')
  if (entry.type === 'drms' || entry.type === 'enca') throw new UnreadableError('it is copy protected')
  const head = bytes.exactly(entry.start, 28)
  const version = head.getUint16(8)
  const inner = readBoxes(bytes, entry.start + 28 + (version === 1 ? 16 : version === 2 ? 36 : 0), entry.end)
  const written = { channels: head.getUint16(16), sampleRate: head.getUint32(24) >>> 16 }
  if (entry.type === 'alac') {
    const bitDepth = head.getUint16(18)
    return usable({ codec: 'alac', bitDepth, ...written, ...readAlac(bytes, inner) })
  }
  if (entry.type === 'mp4a')
    return usable({ codec: 'aac', bitDepth: 0, ...readAac(bytes, inner, written, track.timescale) })
  throw new UnreadableError(`its sound is "${entry.type.replaceAll(/[^\w. -]/g, '?')}", not AAC or ALAC`)
}

function usable(entry: SampleEntry): SampleEntry {
  if (entry.sampleRate > 0 && entry.sampleRate < 2 ** 31 && entry.channels > 0) return entry
  throw new UnreadableError('its MP4 index is damaged')
}

function readAlac(bytes: FileBytes, inner: readonly Box[]) {
  const cookie = inner.find(box => box.type === 'alac')
  if (!cookie || cookie.end - cookie.start < 28) return undefined
  const view = bytes.exactly(cookie.start, 28)
  return { channels: view.getUint8(13), sampleRate: view.getUint32(24), bitDepth: view.getUint8(9) }
}

type Written = { channels: number; sampleRate: number }

/** The decoder configuration is more reliable than the entry, which often says two channels. */
function readAac(bytes: FileBytes, inner: readonly Box[], written: Written, timescale: number): Written {
  const box = inner.find(one => one.type === 'esds') ?? findInWave(bytes, inner)
  if (!box) return written
  const descriptors = bytes.read(box.start + 4, Math.min(256, box.end - box.start - 4))
  const config = findConfig(descriptors)
  if (!config) return written
  const [a, b] = [config[0] ?? 0, config[1] ?? 0]
  const index = ((a & 7) << 1) | (b >> 7)
  const channels = CHANNELS[(b >> 3) & 0xf] || written.channels
  const core = AAC_RATES[index] ?? written.sampleRate
  // With spectral band replication the output rate is twice the core's: times use the output rate.
  const sampleRate = timescale === core * 2 || timescale === core ? timescale : written.sampleRate || core
  return { channels, sampleRate }
}

/** QuickTime keeps the configuration one level deeper. */
function findInWave(bytes: FileBytes, inner: readonly Box[]): Box | undefined {
  const wave = inner.find(box => box.type === 'wave')
  return wave && readBoxes(bytes, wave.start, wave.end).find(box => box.type === 'esds')
}

/**
 * The AudioSpecificConfig in the nested descriptors.
 * @throws UnreadableError if it is not AAC
 */
function findConfig(descriptors: Uint8Array): Uint8Array | undefined {
  let at = 0
  while (at + 2 <= descriptors.length) {
    const tag = descriptors[at++]!
    let length = 0
    for (let n = 0; n < 4; n++) {
      const byte = descriptors[at++] ?? 0
      length = length * 128 + (byte & 0x7f)
      if (byte < 0x80) break
    }
    if (tag === 3) {
      at += 3
    } else if (tag === 4) {
      if (!AAC_TYPES.has(descriptors[at] ?? 0)) throw new UnreadableError('its sound is neither AAC nor ALAC')
      at += 13
    } else if (tag === 5) {
      return descriptors.subarray(at, at + length)
    } else {
      at += length
    }
  }
  return undefined
}
