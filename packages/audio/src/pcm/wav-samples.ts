import { UnreadableError } from '../audio-info.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'
import { readChunks } from './iff-chunks.ts'
import type { PcmSamples } from './pcm-samples.ts'

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe

/**
 * Finds the samples of a WAV file, big-endian in RIFX.
 * @param base offset of its signature
 * @throws UnreadableError if it is damaged or not plain PCM
 */
export function findWavSamples(bytes: FileBytes, base: number): PcmSamples {
  const isLittleEndian = latin1At(bytes, base, 4) !== 'RIFX'
  const chunks = readChunks(bytes, base, isLittleEndian ? 'little' : 'big')
  const format = chunks.get('fmt ')
  const data = chunks.get('data')
  if (!format || !data) throw new UnreadableError('its WAV header is damaged')
  const view = bytes.exactly(format.offset, 16)
  const kind = view.getUint16(0, isLittleEndian)
  const plain = kind === EXTENSIBLE ? bytes.exactly(format.offset, 26).getUint16(24, isLittleEndian) : kind
  if (plain !== PCM && plain !== FLOAT) {
    throw new UnreadableError(`its sound is not plain PCM (WAV format ${plain})`)
  }
  const channels = view.getUint16(2, isLittleEndian)
  const width = channels === 0 ? 0 : Math.floor(view.getUint16(12, isLittleEndian) / channels)
  // Writers that stream leave 0 or the largest number.
  const unknown = data.length === 0 || data.length === 0xffffffff
  return {
    sampleRate: view.getUint32(4, isLittleEndian),
    channels,
    bitDepth: view.getUint16(14, isLittleEndian),
    encoding: { width, isFloat: plain === FLOAT, isLittleEndian, isUnsigned: plain === PCM && width === 1 },
    start: data.offset,
    length: unknown ? bytes.size - data.offset : data.length,
  }
}
