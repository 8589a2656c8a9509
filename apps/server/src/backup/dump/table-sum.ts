import { hash } from 'node:crypto'
import type { RowText } from './row-text.ts'

const PARTS = 8
const BITS_OF_PART = 16

/** Number of rows and a checksum that does not depend on their order: the sum of the rows' hashes, modulo 2^128. */
export class TableSum {
  rows = 0
  /** Sums of 16 bits each: exact for 2^37 rows, and faster than one big integer. */
  readonly #parts = new Float64Array(PARTS)

  /** @returns the row's hash */
  add(row: RowText): Buffer {
    const digest = hash('sha256', row, 'buffer')
    for (let part = 0; part < PARTS; part++) {
      this.#parts[part] = (this.#parts[part] as number) + digest.readUInt16BE(2 * part)
    }
    this.rows++
    return digest
  }

  /** 32 hexadecimal digits. */
  digest(): string {
    let sum = 0n
    for (const part of this.#parts) sum = (sum << BigInt(BITS_OF_PART)) + BigInt(part)
    return BigInt.asUintN(PARTS * BITS_OF_PART, sum)
      .toString(16)
      .padStart(32, '0')
  }
}
