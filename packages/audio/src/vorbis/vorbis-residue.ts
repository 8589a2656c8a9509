import type { VorbisBits } from './vorbis-bits.ts'
import type { Codebook } from './vorbis-codebook.ts'

/** The residue: fine structure of a spectrum (Vorbis I, section 8). */
export interface Residue {
  readonly kind: number
  readonly begin: number
  readonly end: number
  readonly partitionSize: number
  readonly classifications: number
  readonly classBook: number
  /** Codebooks by classification, then pass; -1: none. */
  readonly books: readonly Int16Array[]
}

const PASSES = 8

/**
 * Reads a residue of the setup header.
 * @throws Error if it is damaged
 */
export function readResidue(bits: VorbisBits, codebooks: readonly Codebook[]): Residue {
  const kind = bits.read(16)
  if (kind > 2) throw new Error('A Vorbis residue is of an unknown kind.')
  const [begin, end, partitionSize] = [bits.read(24), bits.read(24), bits.read(24) + 1]
  const classifications = bits.read(6) + 1
  const classBook = bits.read(8)
  const cascades = Array.from({ length: classifications }, () => {
    const low = bits.read(3)
    return (bits.read(1) === 1 ? bits.read(5) << 3 : 0) | low
  })
  const books = cascades.map(cascade =>
    Int16Array.from({ length: PASSES }, (_, pass) => ((cascade >> pass) & 1 ? bits.read(8) : -1)),
  )
  const isThere = (book: number) => book < 0 || codebooks[book]?.vectors !== undefined
  if (end < begin || !codebooks[classBook] || !books.every(list => list.every(isThere))) {
    throw new Error('A Vorbis residue is damaged.')
  }
  return { kind, begin, end, partitionSize, classifications, classBook, books }
}

/** Adds a packet's residue to the spectra; undefined ones are silent. */
export function addResidue(
  bits: VorbisBits,
  residue: Residue,
  codebooks: readonly Codebook[],
  spectra: readonly (Float32Array | undefined)[],
  length: number,
): void {
  if (spectra.every(spectrum => spectrum === undefined)) return
  if (residue.kind < 2) {
    const sounding = spectra.filter(spectrum => spectrum !== undefined)
    addPartitions(bits, residue, codebooks, sounding, length)
    return
  }
  // One interleaved spectrum of all channels.
  const channels = spectra.length
  const together = new Float32Array(length * channels)
  addPartitions(bits, residue, codebooks, [together], together.length)
  for (const [channel, spectrum] of spectra.entries()) {
    if (!spectrum) continue
    for (let i = 0; i < length; i++) spectrum[i] = together[i * channels + channel] as number
  }
}

function addPartitions(
  bits: VorbisBits,
  residue: Residue,
  codebooks: readonly Codebook[],
  spectra: readonly Float32Array[],
  length: number,
): void {
  const { partitionSize, classifications } = residue
  const begin = Math.min(residue.begin, length)
  const partitions = Math.floor((Math.min(residue.end, length) - begin) / partitionSize)
  const classBook = codebooks[residue.classBook] as Codebook
  const together = classBook.dimensions
  const classes = spectra.map(() => new Uint8Array(partitions + together))
  for (let pass = 0; pass < PASSES; pass++) {
    for (let first = 0; first < partitions; first += together) {
      if (pass === 0) {
        for (const own of classes) {
          let code = classBook.decode(bits)
          if (code < 0) return
          for (let i = together - 1; i >= 0; i--) {
            own[first + i] = code % classifications
            code = Math.floor(code / classifications)
          }
        }
      }
      for (let i = first; i < first + together && i < partitions; i++) {
        for (let each = 0; each < spectra.length; each++) {
          const list = residue.books[(classes[each] as Uint8Array)[i] as number] as Int16Array
          const book = list[pass] as number
          if (book < 0) continue
          const from = begin + i * partitionSize
          const whole = addVectors(
            bits,
            codebooks[book] as Codebook,
            spectra[each] as Float32Array,
            from,
            partitionSize,
            residue.kind === 0,
          )
          if (!whole) return
        }
      }
    }
  }
}

/** False at the end of the packet. */
function addVectors(
  bits: VorbisBits,
  book: Codebook,
  spectrum: Float32Array,
  from: number,
  size: number,
  isSpread: boolean,
): boolean {
  const { dimensions, decode } = book
  const vectors = book.vectors as Float32Array
  const count = Math.floor(size / dimensions)
  for (let i = 0; i < count; i++) {
    const entry = decode(bits)
    if (entry < 0) return false
    const at = isSpread ? from + i : from + i * dimensions
    const apart = isSpread ? count : 1
    for (let j = 0; j < dimensions; j++) {
      const place = at + j * apart
      spectrum[place] = (spectrum[place] as number) + (vectors[entry * dimensions + j] as number)
    }
  }
  return true
}
