import type { Database } from '../../database/tables.ts'
import { growingCache } from '../../growing-cache.ts'
import { readCatalogueVersion } from '../version-store.ts'
import { type Listing, type ListingKey, readListing } from './listing-store.ts'

/** Listings that are remembered, of all readers together. */
const MAX_LISTINGS = 5_000
/** Positions that are remembered of one listing: some readers ask for several pages at once. */
const MAX_POSITIONS = 16
/** Listings whose shared positions are remembered. */
const MAX_WALKED = 500
/** Rows between shared positions: skipping so many holds nobody else up. */
const STEP = 2_000

interface Position {
  readonly offset: number
  /** The row before it. */
  readonly after: ListingKey
}

/** Positions that everybody may begin at while the catalogue is as it was. */
interface Walked {
  readonly version: number
  readonly positions: Position[]
}

/**
 * Reads pages of listings by offset. Where a page ended is remembered for its reader, so that the following page begins there:
 * reading a listing to its end takes linear time, and rows that are added meanwhile shift nothing. Whoever jumps further walks
 * there in steps, which are remembered for all.
 */
export class ListingCursors {
  readonly #db: Database
  readonly #step: number
  readonly #positions = growingCache<string, readonly Position[]>(MAX_LISTINGS)
  readonly #walked = growingCache<string, Walked>(MAX_WALKED)

  constructor(db: Database, step = STEP) {
    this.#db = db
    this.#step = step
  }

  /**
   * @param reader whose positions are used first
   * @param name of the listing: positions are remembered under it
   */
  async read(
    { reader, name }: { readonly reader: string; readonly name: string },
    listing: Listing,
    { offset, most }: { readonly offset: number; readonly most: number },
  ): Promise<string[]> {
    if (most === 0) return []
    const own = `${reader} ${name}`
    const known = findBefore(this.#positions.get(own) ?? [], offset)
    const isNear = offset - (known?.offset ?? 0) <= this.#step
    const nearest = isNear ? known : await this.#walk(name, listing, offset, known)
    const skip = offset - (nearest?.offset ?? 0)
    if (skip > this.#step) return []
    const { ids, last } = await readListing(this.#db, listing, { after: nearest?.after, skip, most })
    if (last) this.#remember(own, { offset: offset + ids.length, after: last })
    return ids
  }

  /** @returns the last position before an offset; further before it than a step if the listing has ended */
  async #walk(
    name: string,
    listing: Listing,
    offset: number,
    known: Position | undefined,
  ): Promise<Position | undefined> {
    const { positions } = await this.#readWalked(name)
    const shared = findBefore(positions, offset)
    let nearest = (shared?.offset ?? 0) > (known?.offset ?? 0) ? shared : known
    while (offset - (nearest?.offset ?? 0) > this.#step) {
      const page = { after: nearest?.after, skip: this.#step - 1, most: 1 }
      const { last } = await readListing(this.#db, listing, page)
      if (!last) break
      nearest = { offset: (nearest?.offset ?? 0) + this.#step, after: last }
      if (nearest.offset > (positions.at(-1)?.offset ?? 0)) positions.push(nearest)
    }
    return nearest
  }

  async #readWalked(name: string): Promise<Walked> {
    const version = await readCatalogueVersion(this.#db)
    const known = this.#walked.get(name)
    if (known?.version === version) return known
    const walked = { version, positions: [] }
    this.#walked.set(name, walked)
    return walked
  }

  #remember(own: string, position: Position): void {
    const others = (this.#positions.get(own) ?? []).filter(({ offset }) => offset !== position.offset)
    // A listing that is read again begins anew: older positions beyond may have shifted.
    const kept = [...others, position].toSorted((a, b) => a.offset - b.offset).slice(-MAX_POSITIONS)
    this.#positions.set(own, kept)
  }
}

const findBefore = (positions: readonly Position[], offset: number): Position | undefined =>
  positions.findLast(position => position.offset <= offset)
