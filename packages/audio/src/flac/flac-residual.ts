import type { BitReader } from '../bytes/bit-reader.ts'

/** Bits of a Rice parameter by coding method (RFC 9639, section 9.2.7). */
const PARAMETER_BITS = [4, 5]
const RAW_WIDTH_BITS = 5

/**
 * Reads the residual of a subframe into `target`, after its warm-up samples.
 * @throws RangeError if it is damaged
 */
export function readFlacResidual(bits: BitReader, target: Int32Array, order: number): void {
  const parameterBits = PARAMETER_BITS[bits.read(2)]
  const partitions = 2 ** bits.read(4)
  const length = target.length / partitions
  if (parameterBits === undefined || !Number.isInteger(length) || length < order) {
    throw new RangeError('The partitions of a FLAC frame are damaged.')
  }
  const escapeCode = 2 ** parameterBits - 1
  for (let partition = 0; partition < partitions; partition++) {
    const from = partition === 0 ? order : partition * length
    const to = (partition + 1) * length
    const parameter = bits.read(parameterBits)
    if (parameter === escapeCode) readRaw(bits, target, from, to)
    else bits.readRice(target, from, to, parameter)
  }
}

function readRaw(bits: BitReader, target: Int32Array, from: number, to: number): void {
  const width = bits.read(RAW_WIDTH_BITS)
  for (let at = from; at < to; at++) target[at] = readSigned(bits, width)
}

/** A number in two's complement. */
export function readSigned(bits: BitReader, width: number): number {
  return width === 0 ? 0 : (bits.read(width) << (32 - width)) >> (32 - width)
}
