import { bitLength, VorbisBits } from './vorbis-bits.ts'
import { type Codebook, readCodebooks } from './vorbis-codebook.ts'
import { type Floor, readFloor } from './vorbis-floor.ts'
import { type Residue, readResidue } from './vorbis-residue.ts'

/** Packet parameters from the headers of a Vorbis stream (Vorbis I, section 4.2). */
export interface VorbisSetup {
  readonly sampleRate: number
  readonly channels: number
  /** Lengths of the short and the long block. */
  readonly blocks: readonly [number, number]
  readonly codebooks: readonly Codebook[]
  readonly floors: readonly Floor[]
  readonly residues: readonly Residue[]
  readonly mappings: readonly Mapping[]
  readonly modes: readonly Mode[]
}

export interface Mapping {
  /** Coupled channel pairs: magnitude and angle. */
  readonly coupling: readonly { readonly magnitude: number; readonly angle: number }[]
  /** Submap of each channel. */
  readonly parts: readonly number[]
  readonly floors: readonly number[]
  readonly residues: readonly number[]
}

interface Mode {
  readonly isLong: boolean
  readonly mapping: number
}

const IDENTIFICATION = 1
const SETUP = 5
const MAX_CHANNELS = 8

/**
 * Reads the identification and setup headers.
 * @throws Error if they are damaged
 */
export function readVorbisSetup(identification: Uint8Array, setup: Uint8Array): VorbisSetup {
  const { sampleRate, channels, blocks } = readIdentification(openHeader(identification, IDENTIFICATION))
  const bits = openHeader(setup, SETUP)
  const list = <T>(count: number, read: () => T) => Array.from({ length: count }, read)
  const codebooks = readCodebooks(bits)
  // Time domain transforms are placeholders in Vorbis I.
  for (let times = bits.read(6) + 1; times > 0; times--) bits.skip(16)
  const floors = list(bits.read(6) + 1, () => readFloor(bits, codebooks.length))
  const residues = list(bits.read(6) + 1, () => readResidue(bits, codebooks))
  const mappings = list(bits.read(6) + 1, () => readMapping(bits, channels))
  const modes = list(bits.read(6) + 1, () => {
    const isLong = bits.read(1) === 1
    bits.skip(32)
    return { isLong, mapping: bits.read(8) }
  })
  const areThere =
    modes.every(mode => mode.mapping < mappings.length) &&
    mappings.every(
      mapping =>
        mapping.floors.every(floor => floor < floors.length) &&
        mapping.residues.every(residue => residue < residues.length),
    )
  if (bits.read(1) !== 1 || bits.isOver || !areThere) throw new Error('The Vorbis header is damaged.')
  return { sampleRate, channels, blocks, codebooks, floors, residues, mappings, modes }
}

function openHeader(packet: Uint8Array, kind: number): VorbisBits {
  if (packet[0] !== kind || Buffer.from(packet.subarray(1, 7)).toString('latin1') !== 'vorbis') {
    throw new Error('No Vorbis header found.')
  }
  return new VorbisBits(packet.subarray(7))
}

function readIdentification(bits: VorbisBits) {
  const version = bits.read(32)
  const channels = bits.read(8)
  const sampleRate = bits.read(32)
  bits.skip(3 * 32)
  const blocks: [number, number] = [1 << bits.read(4), 1 << bits.read(4)]
  const isPossible = blocks[0] >= 64 && blocks[0] <= blocks[1] && blocks[1] <= 8192
  if (version !== 0 || sampleRate === 0 || channels < 1 || channels > MAX_CHANNELS || !isPossible) {
    throw new Error('This kind of Vorbis cannot be read.')
  }
  return { sampleRate, channels, blocks }
}

function readMapping(bits: VorbisBits, channels: number): Mapping {
  if (bits.read(16) !== 0) throw new Error('A Vorbis mapping is of an unknown kind.')
  const count = bits.read(1) === 1 ? bits.read(4) + 1 : 1
  const width = bitLength(channels - 1)
  const coupling = Array.from({ length: bits.read(1) === 1 ? bits.read(8) + 1 : 0 }, () => ({
    magnitude: bits.read(width),
    angle: bits.read(width),
  }))
  const isReserved = bits.read(2) !== 0
  const parts = Array.from({ length: channels }, () => (count > 1 ? bits.read(4) : 0))
  const floors: number[] = []
  const residues: number[] = []
  for (let part = 0; part < count; part++) {
    bits.skip(8)
    floors.push(bits.read(8))
    residues.push(bits.read(8))
  }
  const isSound = coupling.every(
    ({ magnitude, angle }) => magnitude !== angle && Math.max(magnitude, angle) < channels,
  )
  // More pairs than channels are useless and would cost time with every packet.
  if (isReserved || !isSound || coupling.length > channels || parts.some(part => part >= count)) {
    throw new Error('A Vorbis mapping is damaged.')
  }
  return { coupling, parts, floors, residues }
}
