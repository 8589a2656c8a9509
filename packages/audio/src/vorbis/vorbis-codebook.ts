import { bitLength, type VorbisBits } from './vorbis-bits.ts'

/** A prefix code with the vectors of its entries (Vorbis I, section 3). */
export interface Codebook {
  readonly dimensions: number
  /** Concatenated vectors; empty for scalar codebooks. */
  readonly vectors: Float32Array | undefined
  /** The next entry; -1 at the end of the packet or for an unused code. */
  readonly decode: (bits: VorbisBits) => number
}

const SYNC = 0x564342
/** Maximum of entries × dimensions of all codebooks: bounds hostile files, real ones stay far below. */
const MAX_VALUES = 2 ** 22
const SHORT_CODE = 10

/**
 * Reads the codebooks of a setup header.
 * @throws Error if they are damaged
 */
export function readCodebooks(bits: VorbisBits): Codebook[] {
  let values = 0
  return Array.from({ length: bits.read(8) + 1 }, () => {
    if (bits.read(24) !== SYNC) throw new Error('A Vorbis codebook is damaged.')
    const dimensions = bits.read(16)
    const entries = bits.read(24)
    values += entries * Math.max(1, dimensions)
    if (values > MAX_VALUES || dimensions === 0) throw new Error('The Vorbis codebooks are too large.')
    const decode = prefixDecoder(readLengths(bits, entries))
    return { dimensions, vectors: readVectors(bits, entries, dimensions), decode }
  })
}

/** Code length of each entry; 0: unused. */
function readLengths(bits: VorbisBits, entries: number): Uint8Array {
  const lengths = new Uint8Array(entries)
  const isOrdered = bits.read(1) === 1
  if (isOrdered) {
    let length = bits.read(5) + 1
    for (let entry = 0; entry < entries; length++) {
      const count = bits.read(bitLength(entries - entry))
      if (entry + count > entries || length > 32) throw new Error('A Vorbis codebook is damaged.')
      lengths.fill(length, entry, entry + count)
      entry += count
    }
    return lengths
  }
  const isSparse = bits.read(1) === 1
  for (let entry = 0; entry < entries; entry++) {
    if (!isSparse || bits.read(1) === 1) lengths[entry] = bits.read(5) + 1
  }
  return lengths
}

function readVectors(bits: VorbisBits, entries: number, dimensions: number): Float32Array | undefined {
  const kind = bits.read(4)
  if (kind === 0) return undefined
  if (kind > 2) throw new Error('A Vorbis codebook is of an unknown kind.')
  const least = readFloat(bits)
  const step = readFloat(bits)
  const width = bits.read(4) + 1
  const isSequence = bits.read(1) === 1
  const count = kind === 1 ? rootOf(entries, dimensions) : entries * dimensions
  const values = Float64Array.from({ length: count }, () => bits.read(width) * step + least)
  const vectors = new Float32Array(entries * dimensions)
  for (let entry = 0; entry < entries; entry++) {
    let last = 0
    let divisor = 1
    for (let i = 0; i < dimensions; i++) {
      const place = kind === 1 ? Math.floor(entry / divisor) % count : entry * dimensions + i
      const value = (values[place] as number) + last
      vectors[entry * dimensions + i] = value
      if (isSequence) last = value
      divisor *= count
    }
  }
  return vectors
}

/** Vorbis I, section 9.2.2: 21 bits of mantissa, 10 of exponent, a sign. */
function readFloat(bits: VorbisBits): number {
  const word = bits.read(32)
  const mantissa = (word & 0x1fffff) * (word >>> 31 ? -1 : 1)
  return mantissa * 2 ** (((word >>> 21) & 0x3ff) - 788)
}

/** The largest number whose power does not exceed `entries`. */
function rootOf(entries: number, power: number): number {
  let root = Math.floor(entries ** (1 / power))
  while ((root + 1) ** power <= entries) root++
  while (root > 1 && root ** power > entries) root--
  return root
}

/** Codes are looked up by a table of their first bits; longer ones continue in a tree. */
function prefixDecoder(lengths: Uint8Array): Codebook['decode'] {
  const used = lengths.reduce((count, length) => count + (length > 0 ? 1 : 0), 0)
  const short = new Int32Array(1 << SHORT_CODE)
  let tree = new Int32Array(2 * Math.max(64, used * 2))
  let nodes = 1
  for (const [entry, code] of assignCodes(lengths)) {
    const length = lengths[entry] as number
    let place = 0
    for (let bit = 0; bit < length; bit++) place |= ((code >>> (length - 1 - bit)) & 1) << bit
    if (length <= SHORT_CODE) {
      for (let i = place; i < short.length; i += 1 << length) short[i] = (entry << 4) | length
      continue
    }
    let node = 0
    for (let bit = length - 1; bit >= 0; bit--) {
      const branch = node * 2 + ((code >>> bit) & 1)
      if (bit === 0) tree[branch] = -1 - entry
      else {
        if (tree[branch] === 0) {
          if (nodes * 2 >= tree.length) {
            const larger = new Int32Array(tree.length * 2)
            larger.set(tree)
            tree = larger
          }
          tree[branch] = nodes++
        }
        node = tree[branch] as number
      }
    }
  }
  return bits => {
    const found = short[bits.peek(SHORT_CODE)] as number
    if (found !== 0) {
      bits.skip(found & 15)
      return bits.isOver ? -1 : found >> 4
    }
    let node = 0
    for (let depth = 0; depth < 32; depth++) {
      const next = tree[node * 2 + bits.read(1)] as number
      if (next < 0) return bits.isOver ? -1 : -1 - next
      if (next === 0) return -1
      node = next
    }
    return -1
  }
}

/** Each entry takes the lowest code of its length that is free (Vorbis I, section 3.2.1). */
function* assignCodes(lengths: Uint8Array): Generator<[entry: number, code: number]> {
  const free = new Float64Array(34)
  for (const [entry, length] of lengths.entries()) {
    if (length === 0) continue
    let code = free[length] as number
    if (code >= 2 ** length) throw new Error('A Vorbis codebook has too many codes.')
    yield [entry, code]
    for (let i = length; i > 0; i--) {
      if ((free[i] as number) % 2 === 1) {
        free[i] = i === 1 ? (free[1] as number) + 1 : (free[i - 1] as number) * 2
        break
      }
      free[i] = (free[i] as number) + 1
    }
    for (let i = length + 1; i < 33; i++) {
      if (Math.floor((free[i] as number) / 2) !== code) break
      code = free[i] as number
      free[i] = (free[i - 1] as number) * 2
    }
  }
}
