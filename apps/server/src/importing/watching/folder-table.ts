import { join } from 'node:path'

const NO_PARENT = -1
const [OUTSIDE, WITHIN] = [1, 2]
const FIRST_SIZE = 1024
const WORN_BYTES = 1024 * 1024
const WORN_BYTES_EACH = 200

/** A folder by the number of the one above and its name there. */
export interface FolderPlace {
  readonly parent: number
  readonly name: string
}

/**
 * The paths of watched folders by the kernel's numbers, which count up: each name once, beside the number of the folder above. Whole
 * paths would take three times the memory.
 */
export class FolderTable {
  /** 0 for none; else the number of the folder above, plus 2. */
  #parents = new Int32Array(FIRST_SIZE)
  /** UTF-8, one after the other. */
  #names = Buffer.alloc(FIRST_SIZE)
  #nameStarts = new Int32Array(FIRST_SIZE)
  #nameEnd = 0
  #count = 0

  get count(): number {
    return this.#count
  }

  /** @param parent number of the folder above; undefined for one at the top, whose name is its path */
  add(number: number, name: string, parent: number = NO_PARENT): void {
    this.#reserve(number, name)
    if (!this.#parents[number]) this.#count++
    this.#parents[number] = parent + 2
    this.#nameStarts[number] = this.#nameEnd
    this.#nameEnd += this.#names.write(`${name}\0`, this.#nameEnd)
  }

  delete(number: number): void {
    if (!this.#parents[number]) return
    this.#parents[number] = 0
    this.#count--
  }

  has(number: number): boolean {
    return Boolean(this.#parents[number])
  }

  /** Whether names of folders that have gone take most of the memory: it is time to begin anew. */
  get isWorn(): boolean {
    return this.#nameEnd > WORN_BYTES + WORN_BYTES_EACH * this.#count
  }

  /** @returns undefined if it, or a folder above it, is not watched */
  pathOf(number: number): string | undefined {
    const stored = this.#parents[number]
    if (!stored) return undefined
    const name = this.#nameOf(number)
    if (stored === NO_PARENT + 2) return name
    const above = this.pathOf(stored - 2)
    return above === undefined ? undefined : join(above, name)
  }

  isTop(number: number): boolean {
    return this.#parents[number] === NO_PARENT + 2
  }

  /**
   * Deletes folders with all in them, in one pass over the numbers: whoever renames a hundred artists must not stop the service.
   * @returns their numbers
   */
  deleteWithin(tops: readonly FolderPlace[]): number[] {
    const names = Map.groupBy(tops, ({ parent }) => parent)
    const hashes = new Set(tops.map(({ name }) => hashOf(Buffer.from(`${name}\0`), 0)))
    const isTop = (number: number, parent: number) =>
      names.has(parent) &&
      hashes.has(hashOf(this.#names, this.#nameStarts[number]!)) &&
      names.get(parent)!.some(({ name }) => name === this.#nameOf(number))
    const seen = new Uint8Array(this.#parents.length)
    const isWithin = (number: number): boolean => {
      const stored = this.#parents[number]
      if (!stored || stored === NO_PARENT + 2) return false
      if (seen[number] === 0) {
        seen[number] = OUTSIDE
        if (isTop(number, stored - 2) || isWithin(stored - 2)) seen[number] = WITHIN
      }
      return seen[number] === WITHIN
    }
    const deleted: number[] = []
    for (let number = 0; number < seen.length; number++) if (isWithin(number)) deleted.push(number)
    for (const number of deleted) this.delete(number)
    return deleted
  }

  #nameOf(number: number): string {
    const start = this.#nameStarts[number]!
    return this.#names.toString('utf8', start, this.#names.indexOf(0, start))
  }

  #reserve(number: number, name: string): void {
    if (number >= this.#parents.length) {
      const size = Math.max(number + 1, Math.ceil(this.#parents.length * 1.5))
      this.#parents = grown(this.#parents, size)
      this.#nameStarts = grown(this.#nameStarts, size)
    }
    const end = this.#nameEnd + Buffer.byteLength(name) + 1
    if (end <= this.#names.length) return
    const names = Buffer.alloc(Math.ceil(end * 1.5))
    this.#names.copy(names)
    this.#names = names
  }
}

/** Of a name up to its end, so that most names need not be decoded. */
function hashOf(names: Buffer, start: number): number {
  let hash = 0
  for (let at = start; names[at]; at++) hash = (hash * 31 + names[at]!) | 0
  return hash
}

function grown(values: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size)
  larger.set(values)
  return larger
}
