import type { BitReader } from '../bytes/bit-reader.ts'

const FRACTION_BITS = 9
const LONGEST_PREFIX = 9
const HIGHEST_HISTORY = 0xffff

/** Reads prediction residuals in an adaptive Golomb code: the louder the signal, the more bits. */
export function readResiduals(
  config: { historyMult: number; initialHistory: number; riceLimit: number },
  bits: BitReader,
  riceFactor: number,
  length: number,
  width: number,
): Int32Array {
  const out = new Int32Array(length)
  const mult = (config.historyMult * riceFactor) >> 2
  const limit = config.riceLimit
  const mask = (1 << limit) - 1
  let history = config.initialHistory
  let signModifier = 0
  for (let i = 0; i < length; ) {
    const k = Math.min(31 - Math.clz32((history >>> FRACTION_BITS) + 3), limit)
    const code = readCode(bits, k, (1 << k) - 1, width)
    const value = code + signModifier
    signModifier = 0
    // Even codes are positive, odd ones negative.
    out[i++] = value & 1 ? -Math.floor((value + 1) / 2) : value / 2
    history += value * mult - Math.floor((history * mult) / 2 ** FRACTION_BITS)
    if (code > HIGHEST_HISTORY) history = HIGHEST_HISTORY
    if (history >= 128 || i >= length) continue
    // Quiet passages are followed by a run of zeros.
    const runBits = Math.clz32(history) - 24 + ((history + 16) >> 6)
    const run = readCode(bits, runBits, ((1 << runBits) - 1) & mask, 16)
    if (run > length - i) throw new Error('The ALAC packet is damaged.')
    i += run
    signModifier = run < HIGHEST_HISTORY ? 1 : 0
    history = 0
  }
  return out
}

/** One number: ones, a zero, then `k` bits; nine ones mark an uncompressed number. */
function readCode(bits: BitReader, k: number, multiplier: number, plainBits: number): number {
  const ones = bits.countOnes(LONGEST_PREFIX)
  if (ones === LONGEST_PREFIX) return bits.read(plainBits)
  const rest = bits.peek(k)
  // A remainder of 0 or 1 takes one bit less.
  bits.skip(rest < 2 ? k - 1 : k)
  return ones * multiplier + (rest < 2 ? 0 : rest - 1)
}
