/** Reads numbers of up to 32 bits from bytes, highest bit first. */
export class BitReader {
  readonly #bytes: Uint8Array
  #at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.#at = at
  }

  /** The next bits as an unsigned number. @throws RangeError beyond the end. */
  read(width: number): number {
    const value = this.peek(width)
    this.skip(width)
    return value
  }

  /** The same without advancing; zeros beyond the end. */
  peek(width: number): number {
    return width === 0 ? 0 : this.#word() >>> (32 - width)
  }

  /** Counts ones up to a zero, which is consumed, or up to `most`. */
  countOnes(most: number): number {
    const ones = Math.min(most, Math.clz32(~this.#word()))
    this.skip(ones === most ? ones : ones + 1)
    return ones
  }

  /**
   * Counts zeros up to a one, which is consumed.
   * @throws RangeError beyond the end
   */
  countZeros(): number {
    let zeros = 0
    while (this.#word() === 0) {
      this.skip(32)
      zeros += 32
    }
    const last = Math.clz32(this.#word())
    this.skip(last + 1)
    return zeros + last
  }

  /**
   * Reads numbers in Rice coding, zigzag folded, as `countZeros` and `read` would: all in one loop, because audio consists of
   * little else.
   * @throws RangeError beyond the end
   */
  readRice(target: Int32Array, from: number, to: number, parameter: number): void {
    const bytes = this.#bytes
    const end = bytes.length * 8
    let bit = this.#at
    for (let at = from; at < to; at++) {
      let zeros = 0
      let word = wordAt(bytes, bit)
      while (word === 0 && bit < end) {
        zeros += 32
        bit += 32
        word = wordAt(bytes, bit)
      }
      const lead = Math.clz32(word)
      zeros += lead
      bit += lead + 1
      let rest = 0
      if (parameter > 0) {
        const left = lead + parameter < 32 ? word << (lead + 1) : wordAt(bytes, bit)
        rest = left >>> (32 - parameter)
        bit += parameter
      }
      if (bit > end) throw new RangeError('The packet ends early.')
      const folded = (zeros << parameter) | rest
      target[at] = (folded >>> 1) ^ -(folded & 1)
    }
    this.#at = bit
  }

  skip(width: number): void {
    this.#at += width
    if (this.#at > this.#bytes.length * 8) throw new RangeError('The packet ends early.')
  }

  align(): void {
    this.#at = (this.#at + 7) & ~7
  }

  /** In bytes, where the reader is aligned. */
  get offset(): number {
    return this.#at >> 3
  }

  /** A copy of the reader at the same position. */
  fork(): BitReader {
    return new BitReader(this.#bytes, this.#at)
  }

  #word(): number {
    return wordAt(this.#bytes, this.#at)
  }
}

/** The 32 bits at a bit's position; zeros beyond the end. */
function wordAt(bytes: Uint8Array, bit: number): number {
  const first = bit >> 3
  const used = bit & 7
  const word =
    ((bytes[first] ?? 0) << 24) |
    ((bytes[first + 1] ?? 0) << 16) |
    ((bytes[first + 2] ?? 0) << 8) |
    (bytes[first + 3] ?? 0)
  return used === 0 ? word : (word << used) | ((bytes[first + 4] ?? 0) >> (8 - used))
}
