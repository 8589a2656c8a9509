import { type AudioInfo, UnreadableError } from '../audio-info.ts'
import { computeAudioId } from '../bytes/audio-id.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'
import type { Container } from '../format.ts'

const MAX_CHUNKS = 4096
const WAVE_PCM = 1
const WAVE_FLOAT = 3
const WAVE_EXTENSIBLE = 0xfffe
/** AIFF-C encodings that are plain samples. */
const PLAIN = new Set(['NONE', 'sowt', 'twos', 'fl32', 'FL32', 'fl64', 'FL64', 'raw ', 'in24', 'in32'])

interface Chunk {
  readonly offset: number
  /** As declared; the file may end before. */
  readonly length: number
}

/**
 * Reads a WAV file's layout.
 * @throws UnreadableError if it is not WAV or not plain PCM
 */
function readWavInfo(bytes: FileBytes): AudioInfo {
  const chunks = readChunks(bytes, 'little')
  const format = chunks.get('fmt ')
  const data = chunks.get('data')
  if (!format || !data) throw new UnreadableError('its WAV header is damaged')
  const view = bytes.exactly(format.offset, 16)
  const kind = view.getUint16(0, true)
  const plain = kind === WAVE_EXTENSIBLE ? bytes.exactly(format.offset, 26).getUint16(24, true) : kind
  if (plain !== WAVE_PCM && plain !== WAVE_FLOAT) {
    throw new UnreadableError(`its sound is not plain PCM (WAV format ${plain})`)
  }
  // Writers that stream leave 0 or the largest number.
  const unknown = data.length === 0 || data.length === 0xffffffff
  return pcm(bytes, {
    sampleRate: view.getUint32(4, true),
    channels: view.getUint16(2, true),
    bitDepth: view.getUint16(14, true),
    frameBytes: view.getUint16(12, true),
    start: data.offset,
    length: unknown ? bytes.size - data.offset : data.length,
  })
}

export const wavContainer: Container = {
  mimeType: 'audio/wav',
  matches: bytes => /^(RIFF|RF64).{4}WAVE/s.test(latin1At(bytes, 0, 12)),
  readInfo: readWavInfo,
}

/**
 * Reads an AIFF or AIFF-C file's layout.
 * @throws UnreadableError if it is neither or not plain PCM
 */
function readAiffInfo(bytes: FileBytes): AudioInfo {
  const chunks = readChunks(bytes, 'big')
  const common = chunks.get('COMM')
  const data = chunks.get('SSND')
  if (!common || !data) throw new UnreadableError('its AIFF header is damaged')
  const view = bytes.exactly(common.offset, 18)
  const encoding = common.length >= 22 ? latin1At(bytes, common.offset + 18, 4) : 'NONE'
  if (latin1At(bytes, 8, 4) === 'AIFC' && !PLAIN.has(encoding)) {
    throw new UnreadableError(`its sound is not plain PCM (AIFF-C "${encoding}")`)
  }
  const channels = view.getUint16(0)
  const bitDepth = view.getUint16(6)
  const frameBytes = channels * Math.ceil(bitDepth / 8)
  const inset = 8 + bytes.exactly(data.offset, 4).getUint32(0)
  return pcm(bytes, {
    sampleRate: extended(view, 8),
    channels,
    bitDepth,
    frameBytes,
    start: data.offset + inset,
    length: Math.min(data.length - inset, view.getUint32(2) * frameBytes),
  })
}

export const aiffContainer: Container = {
  mimeType: 'audio/aiff',
  matches: bytes => /^FORM.{4}AIF[FC]/s.test(latin1At(bytes, 0, 12)),
  readInfo: readAiffInfo,
}

interface PcmLayout extends Pick<AudioInfo, 'sampleRate' | 'channels' | 'bitDepth'> {
  readonly frameBytes: number
  readonly start: number
  readonly length: number
}

function pcm(bytes: FileBytes, layout: PcmLayout): AudioInfo {
  const { channels, bitDepth, frameBytes, start } = layout
  const sampleRate = Math.round(layout.sampleRate)
  if (channels === 0 || frameBytes < channels || !(sampleRate > 0 && sampleRate < 2 ** 31)) {
    throw new UnreadableError('its header is damaged')
  }
  const length = Math.min(layout.length, bytes.size - start)
  const trueSamples = Math.max(0, Math.floor(length / frameBytes))
  return {
    codec: 'pcm',
    sampleRate,
    channels,
    bitDepth,
    trueSamples,
    primingSamples: 0,
    audioId: computeAudioId(bytes, 'pcm', start, start + trueSamples * frameBytes),
  }
}

/**
 * The first chunk of each name. Chunks are padded to even sizes; in an RF64 file the size of `data` is in
 * `ds64`.
 */
function readChunks(bytes: FileBytes, order: 'little' | 'big'): Map<string, Chunk> {
  const chunks = new Map<string, Chunk>()
  let offset = 12
  for (let seen = 0; seen < MAX_CHUNKS && offset + 8 <= bytes.size; seen++) {
    const name = latin1At(bytes, offset, 4)
    let length = bytes.exactly(offset + 4, 4).getUint32(0, order === 'little')
    const long = chunks.get('ds64')
    if (name === 'data' && length === 0xffffffff && long && long.length >= 16) {
      length = Number(bytes.exactly(long.offset + 8, 8).getBigUint64(0, true))
    }
    if (!chunks.has(name)) chunks.set(name, { offset: offset + 8, length })
    offset += 8 + length + (length % 2)
  }
  return chunks
}

/** Reads the 80-bit float of the AIFF sample rate. */
function extended(view: DataView, at: number): number {
  const exponent = view.getUint16(at) & 0x7fff
  return view.getUint32(at + 2) * 2 ** (exponent - 16_383 - 31)
}
