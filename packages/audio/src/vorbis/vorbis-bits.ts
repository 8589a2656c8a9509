/** Reads a Vorbis packet bit by bit, lowest bit first (Vorbis I, section 2). */
export class VorbisBits {
  readonly #bytes: Uint8Array
  readonly #end: number
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#end = bytes.length * 8
  }

  /** True after reading beyond the end: missing bits are zeros. */
  get isOver(): boolean {
    return this.#at > this.#end
  }

  /** A number of up to 32 bits. */
  read(width: number): number {
    const value = width > 24 ? this.peek(16) : this.peek(width)
    if (width <= 24) {
      this.#at += width
      return value
    }
    this.#at += 16
    return (value | (this.read(width - 16) << 16)) >>> 0
  }

  /** The next bits, up to 24, without consuming them. */
  peek(width: number): number {
    const bytes = this.#bytes
    const first = this.#at >> 3
    const word =
      (bytes[first] ?? 0) |
      ((bytes[first + 1] ?? 0) << 8) |
      ((bytes[first + 2] ?? 0) << 16) |
      ((bytes[first + 3] ?? 0) << 24)
    return (word >>> (this.#at & 7)) & ((1 << width) - 1)
  }

  skip(width: number): void {
    this.#at += width
  }
}

/** Bit length of a number: 0 for 0, 3 for 7. */
export function bitLength(value: number): number {
  return value > 0 ? 32 - Math.clz32(value) : 0
}
