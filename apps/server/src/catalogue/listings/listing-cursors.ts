import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/tables.ts'
import { type Listing, type ListingKey, readListing } from './listing-store.ts'

/** Listings that are remembered, of all readers together. */
const MAX_LISTINGS = 5_000
/** Positions that are remembered of one listing: some readers ask for several pages at once. */
const MAX_POSITIONS = 16

interface Position {
  readonly offset: number
  readonly after: ListingKey
}

/**
 * Reads pages of listings by offset. Where a page ended is remembered, so that the following page begins there: reading a
 * listing to its end takes linear time, and rows that are added meanwhile shift nothing.
 */
export class ListingCursors {
  readonly #db: Database
  readonly #positions = new LRUCache<string, readonly Position[]>({ max: MAX_LISTINGS })

  constructor(db: Database) {
    this.#db = db
  }

  /** @param reader of whom and which listing it is: positions are remembered under this name */
  async read(reader: string, listing: Listing, offset: number, most: number): Promise<string[]> {
    if (most === 0) return []
    const known = this.#positions.get(reader) ?? []
    const nearest = known.findLast(position => position.offset <= offset)
    const skip = offset - (nearest?.offset ?? 0)
    const { ids, last } = await readListing(this.#db, listing, { after: nearest?.after, skip, most })
    if (last) this.#remember(reader, { offset: offset + ids.length, after: last })
    return ids
  }

  #remember(reader: string, position: Position): void {
    const others = (this.#positions.get(reader) ?? []).filter(({ offset }) => offset !== position.offset)
    // A listing that is read again begins anew: older positions beyond may have shifted.
    const kept = [...others, position].toSorted((a, b) => a.offset - b.offset).slice(-MAX_POSITIONS)
    this.#positions.set(reader, kept)
  }
}
