import { UnreadableError } from '../audio-info.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'
import { latin1At } from '../bytes/tag-regions.ts'
import { readChunks } from './iff-chunks.ts'
import type { PcmEncoding, PcmSamples } from './pcm-samples.ts'

const BIG_ENDIAN = { isFloat: false, isLittleEndian: false, isUnsigned: false }
const FLOAT = { ...BIG_ENDIAN, isFloat: true }
/** AIFF-C encodings that are plain samples. Some say how wide they are, whatever the header's bits. */
type Plain = Omit<PcmEncoding, 'width'> & { readonly width?: number }
const PLAIN: ReadonlyMap<string, Plain> = new Map<string, Plain>([
  ['NONE', BIG_ENDIAN],
  ['twos', BIG_ENDIAN],
  ['sowt', { ...BIG_ENDIAN, isLittleEndian: true }],
  ['raw ', { ...BIG_ENDIAN, isUnsigned: true }],
  ['in24', { ...BIG_ENDIAN, width: 3 }],
  ['in32', { ...BIG_ENDIAN, width: 4 }],
  ['fl32', { ...FLOAT, width: 4 }],
  ['FL32', { ...FLOAT, width: 4 }],
  ['fl64', { ...FLOAT, width: 8 }],
  ['FL64', { ...FLOAT, width: 8 }],
])

/**
 * Finds the samples of an AIFF or AIFF-C file.
 * @param base offset of its signature
 * @throws UnreadableError if it is damaged or not plain PCM
 */
export function findAiffSamples(bytes: FileBytes, base: number): PcmSamples {
  const chunks = readChunks(bytes, base, 'big')
  const common = chunks.get('COMM')
  const data = chunks.get('SSND')
  if (!common || !data) throw new UnreadableError('its AIFF header is damaged')
  const view = bytes.exactly(common.offset, 18)
  const isCompressed = latin1At(bytes, base + 8, 4) === 'AIFC' && common.length >= 22
  const name = isCompressed ? latin1At(bytes, common.offset + 18, 4) : 'NONE'
  const plain = PLAIN.get(name)
  if (!plain) throw new UnreadableError(`its sound is not plain PCM (AIFF-C "${name}")`)
  const channels = view.getUint16(0)
  const written = view.getUint16(6)
  const width = plain.width ?? Math.ceil(written / 8)
  const inset = 8 + bytes.exactly(data.offset, 4).getUint32(0)
  return {
    sampleRate: extended(view, 8),
    channels,
    bitDepth: plain.width ? plain.width * 8 : written,
    encoding: { ...plain, width },
    start: data.offset + inset,
    length: Math.min(data.length - inset, view.getUint32(2) * channels * width),
  }
}

/** Reads the 80-bit float of the AIFF sample rate. */
function extended(view: DataView, at: number): number {
  const exponent = view.getUint16(at) & 0x7fff
  return view.getUint32(at + 2) * 2 ** (exponent - 16_383 - 31)
}
