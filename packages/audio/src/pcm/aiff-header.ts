import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export interface AiffHeader {
  readonly sampleRate: number
  readonly channels: number
  /** 8, 16, 24 or 32. */
  readonly bits: number
  readonly isFloat: boolean
  readonly isLittleEndian: boolean
  /** Range of the samples. */
  readonly offset: number
  readonly length: number
}

/** AIFF-C compression types that are plain samples: big-endian, little-endian, floating point. */
const PLAIN: ReadonlyMap<string, { isFloat: boolean; isLittleEndian: boolean }> = new Map([
  ['NONE', { isFloat: false, isLittleEndian: false }],
  ['twos', { isFloat: false, isLittleEndian: false }],
  ['sowt', { isFloat: false, isLittleEndian: true }],
  ['fl32', { isFloat: true, isLittleEndian: false }],
  ['FL32', { isFloat: true, isLittleEndian: false }],
])
const MAX_CHUNKS = 1_000

/**
 * Finds the samples of an AIFF or AIFF-C file; undefined if it is neither.
 * @throws Error if the file is damaged or compressed
 */
export function readAiffHeader(path: string): AiffHeader | undefined {
  const file = openSync(path, 'r')
  try {
    const size = fstatSync(file).size
    const read = (offset: number, length: number) => {
      const buffer = Buffer.alloc(length)
      return buffer.subarray(0, readSync(file, buffer, 0, length, offset))
    }
    const head = read(0, 12).toString('latin1')
    const isCompressed = head.slice(8) === 'AIFC'
    if (head.slice(0, 4) !== 'FORM' || !(isCompressed || head.slice(8) === 'AIFF')) return undefined
    let form: Omit<AiffHeader, 'offset' | 'length'> | undefined
    let data: { offset: number; length: number } | undefined
    let offset = 12
    for (let chunks = 0; chunks < MAX_CHUNKS && offset + 8 <= size; chunks++) {
      const chunk = read(offset, 8)
      const name = chunk.toString('latin1', 0, 4)
      const length = chunk.readUInt32BE(4)
      if (name === 'COMM') form = readForm(read(offset + 8, isCompressed ? 22 : 18), isCompressed)
      if (name === 'SSND') {
        const skip = 8 + read(offset + 8, 4).readUInt32BE(0)
        data = { offset: offset + 8 + skip, length: Math.min(length - skip, size - offset - 8 - skip) }
      }
      offset += 8 + length + (length & 1)
    }
    if (!form || !data || data.length <= 0) throw new Error('The AIFF file has no audio.')
    return { ...form, ...data }
  } finally {
    closeSync(file)
  }
}

function readForm(chunk: Buffer, isCompressed: boolean): Omit<AiffHeader, 'offset' | 'length'> {
  const plain = PLAIN.get(isCompressed ? chunk.toString('latin1', 18, 22) : 'NONE')
  const channels = chunk.readUInt16BE(0)
  const bits = chunk.readUInt16BE(6)
  if (!plain || channels < 1 || channels > 8 || ![8, 16, 24, 32].includes(bits)) {
    throw new Error('Unsupported AIFF encoding.')
  }
  // The rate is an 80-bit float: exponent, then a mantissa whose upper half suffices for any real rate.
  const sampleRate = chunk.readUInt32BE(10) * 2 ** (chunk.readUInt16BE(8) - 16_383 - 31)
  return { sampleRate, channels, bits, ...plain }
}
