import { DecoderUnavailableError } from '../../media/pictures/picture-error.ts'
import type { FileToRead } from './read-file.ts'

/** Bytes of covers that one import may hold for the folders it has read ahead. */
export const HELD_BYTES = 32 * 1024 * 1024

/** What all folders of an import may hold together. */
export interface CoverBudget {
  left: number
}

/** Reads the cover in a file again; undefined if it has none any more. */
export type ReadCover = (file: FileToRead) => Promise<Uint8Array | undefined>

/**
 * The distinct covers in the files of one folder, by the hash of their bytes. Those beyond the budget are read again when
 * they are needed: each file of a folder may have a large cover of its own.
 */
export class EmbeddedCovers {
  readonly #budget: CoverBudget
  readonly #readAgain: ReadCover
  readonly #held = new Map<string, Uint8Array>()
  readonly #files = new Map<string, FileToRead>()

  constructor(budget: CoverBudget, readAgain: ReadCover) {
    this.#budget = budget
    this.#readAgain = readAgain
  }

  /** How many distinct covers there are. */
  get size(): number {
    return this.#files.size
  }

  /** Adds the cover of a file, which counts against the budget until `release`. */
  add(hash: string, bytes: Uint8Array, file: FileToRead): void {
    if (this.#files.has(hash)) return
    this.#files.set(hash, file)
    if (bytes.length > this.#budget.left) return
    this.#budget.left -= bytes.length
    this.#held.set(hash, bytes)
  }

  has(hash: string): boolean {
    return this.#files.has(hash)
  }

  /** @throws DecoderUnavailableError if it cannot be read again */
  async read(hash: string): Promise<Uint8Array> {
    const held = this.#held.get(hash)
    if (held) return held
    const file = this.#files.get(hash)
    const bytes = file && (await this.#readAgain(file))
    if (!bytes) throw new DecoderUnavailableError('its file could not be read again')
    return bytes
  }

  /** Gives back what it holds, once the pictures of the folder are stored. */
  release(): void {
    for (const { length } of this.#held.values()) this.#budget.left += length
    this.#held.clear()
  }
}
