import { bitLength, VorbisBits } from './vorbis-bits.ts'
import { applyFloor, type Floor, readFloorHeights } from './vorbis-floor.ts'
import { createInverseMdct } from './vorbis-mdct.ts'
import { addResidue, type Residue } from './vorbis-residue.ts'
import type { Mapping, VorbisSetup } from './vorbis-setup.ts'

const MAX_POINTS = 65

/** Block lengths of a packet and its neighbours. */
interface Block {
  readonly length: number
  readonly isLong: boolean
  readonly afterLong: boolean
  readonly beforeLong: boolean
}

/** The block length of a packet in samples; undefined if it is damaged. */
export function readBlockLength({ blocks, modes }: VorbisSetup, packet: Uint8Array): number | undefined {
  const mode = readMode(new VorbisBits(packet), modes)
  return mode && blocks[mode.isLong ? 1 : 0]
}

function readMode(bits: VorbisBits, modes: VorbisSetup['modes']) {
  if (bits.read(1) !== 0) return undefined
  const mode = modes[bits.read(bitLength(modes.length - 1))]
  return bits.isOver ? undefined : mode
}

/**
 * Decodes Vorbis packets in order (Vorbis I, section 4.3). Consecutive packets overlap, so the first outputs
 * nothing.
 * @returns the samples per channel that a packet completes, owned by the caller
 */
export function createVorbisDecoder(setup: VorbisSetup): (packet: Uint8Array) => Float32Array[] {
  const { channels, blocks, codebooks, floors, residues, mappings, modes } = setup
  const inverse = blocks.map(createInverseMdct)
  const slopes = blocks.map(length => riseOf(length / 2))
  const heights = Array.from({ length: channels }, () => new Int32Array(MAX_POINTS))
  const blockOf = Array.from({ length: channels }, () => new Float32Array(blocks[1]))
  /** The windowed second half of the previous packet. */
  let tails: Float32Array[] | undefined

  /** Undefined for a damaged packet, which leaves a gap, and for the spectrum of a silent channel. */
  function readSpectra(
    packet: Uint8Array,
  ): { block: Block; spectra: (Float32Array | undefined)[] } | undefined {
    const bits = new VorbisBits(packet)
    const mode = readMode(bits, modes)
    if (!mode) return undefined
    const { isLong } = mode
    const length = blocks[isLong ? 1 : 0]
    const afterLong = isLong && bits.read(1) === 1
    const beforeLong = isLong && bits.read(1) === 1
    const mapping = mappings[mode.mapping] as Mapping
    const floorOf = (channel: number) =>
      floors[mapping.floors[mapping.parts[channel] as number] as number] as Floor
    const sounds = heights.map((own, channel) => readFloorHeights(bits, floorOf(channel), codebooks, own))
    const hasDetail = [...sounds]
    for (const { magnitude, angle } of mapping.coupling) {
      if (sounds[magnitude] || sounds[angle]) hasDetail[magnitude] = hasDetail[angle] = true
    }
    const spectra = hasDetail.map(has => (has ? new Float32Array(length / 2) : undefined))
    for (const [part, residue] of mapping.residues.entries()) {
      const own = spectra
        .map((spectrum, channel) => ({ spectrum, channel }))
        .filter(({ channel }) => mapping.parts[channel] === part)
        .map(({ spectrum }) => spectrum)
      addResidue(bits, residues[residue] as Residue, codebooks, own, length / 2)
    }
    for (const pair of mapping.coupling.toReversed()) {
      const [magnitudes, angles] = [spectra[pair.magnitude], spectra[pair.angle]]
      if (magnitudes && angles) uncouple(magnitudes, angles)
    }
    const shaped = spectra.map((spectrum, channel) => {
      if (!spectrum || !sounds[channel]) return undefined
      applyFloor(floorOf(channel), heights[channel] as Int32Array, spectrum)
      return spectrum
    })
    return { block: { length, isLong, afterLong, beforeLong }, spectra: shaped }
  }

  return packet => {
    const read = readSpectra(packet)
    if (!read) return Array.from({ length: channels }, () => new Float32Array(0))
    const { block, spectra } = read
    const { length, isLong } = block
    // At a transition a long block uses the short block's slope.
    const rising = slopes[isLong && block.afterLong ? 1 : 0] as Float32Array
    const falling = slopes[isLong && block.beforeLong ? 1 : 0] as Float32Array
    const before = tails
    const next: Float32Array[] = []
    const output = spectra.map((spectrum, channel) => {
      // Skips silence, since a small file may hold hours of it.
      const whole = spectrum && (blockOf[channel] as Float32Array)
      if (whole) inverse[isLong ? 1 : 0]?.(spectrum, whole)
      const half = whole?.slice(length / 2, length)
      next.push(half ? fadeOut(half, falling) : new Float32Array(length / 2))
      return before ? joinHalves(before[channel] as Float32Array, whole, length, rising) : new Float32Array(0)
    })
    tails = next
    return output
  }
}

/** The rising half of a block's window. */
function riseOf(length: number): Float32Array {
  return Float32Array.from({ length }, (_, i) => {
    const sine = Math.sin((Math.PI * (i + 0.5)) / (2 * length))
    return Math.sin((Math.PI / 2) * sine * sine)
  })
}

/** Flat, then the falling slope, then zero. */
function fadeOut(half: Float32Array, slope: Float32Array): Float32Array {
  const from = (half.length - slope.length) / 2
  for (let i = 0; i < slope.length; i++) {
    half[from + i] = (half[from + i] as number) * (slope[slope.length - 1 - i] as number)
  }
  half.fill(0, from + slope.length)
  return half
}

/** Overlap-add from the middle of one block to the middle of the next. */
function joinHalves(
  tail: Float32Array,
  block: Float32Array | undefined,
  length: number,
  slope: Float32Array,
): Float32Array {
  const half = length / 2
  const samples = tail.length / 2 + half / 2
  const joined = new Float32Array(samples)
  joined.set(tail.length > samples ? tail.subarray(0, samples) : tail)
  if (!block) return joined
  // Index of the block's first sample in the output.
  const shift = samples - half
  const from = (half - slope.length) / 2
  for (let i = from; i < half; i++) {
    const weight = i - from < slope.length ? (slope[i - from] as number) : 1
    const place = i + shift
    joined[place] = (joined[place] as number) + (block[i] as number) * weight
  }
  return joined
}

/** Undoes channel coupling: magnitude and angle (Vorbis I, section 4.3.5). */
function uncouple(magnitudes: Float32Array, angles: Float32Array): void {
  for (let i = 0; i < magnitudes.length; i++) {
    const magnitude = magnitudes[i] as number
    const angle = angles[i] as number
    const other = magnitude > 0 ? magnitude - Math.abs(angle) : magnitude + Math.abs(angle)
    magnitudes[i] = angle > 0 ? magnitude : other
    angles[i] = angle > 0 ? other : magnitude
  }
}
