import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import type { Database } from '../../../database/tables.ts'
import { type DrawnPicture, toDrawnPicture } from '../drawn-picture.ts'
import type { TitleCover } from './draw-title-cover.ts'
import { readTitleCover } from './title-cover-store.ts'

/** Drawn pictures that are kept: some 20 KB each. */
const MAX_KEPT = 64
/** Drawn at a time. */
const DRAWINGS = 2

/** Covers of albums that have none, for apps and link previews, which show no text of ours. The last ones are kept. */
export class TitleCovers {
  readonly #db: Database
  readonly #drawn = new LRUCache<string, Promise<DrawnPicture>>({ max: MAX_KEPT })
  readonly #limit = pLimit(DRAWINGS)

  constructor(db: Database) {
    this.#db = db
  }

  /** @param edge in pixels @returns undefined without such an album */
  async draw(albumId: string, edge: number, format: 'jpeg' | 'webp'): Promise<DrawnPicture | undefined> {
    const cover = await readTitleCover(this.#db, albumId)
    if (!cover) return undefined
    const key = JSON.stringify([cover.title, cover.artist, cover.colour, edge, format])
    const known = this.#drawn.get(key)
    if (known) return known
    const drawing = this.#limit(() => drawOne(cover, edge, format))
    this.#drawn.set(key, drawing)
    // The next request tries again.
    drawing.catch(() => this.#drawn.delete(key))
    return drawing
  }
}

async function drawOne(cover: TitleCover, edge: number, format: 'jpeg' | 'webp'): Promise<DrawnPicture> {
  // The drawing library is large, and services whose albums have covers do not need it.
  const { drawTitleCover } = await import('./draw-title-cover.ts')
  return toDrawnPicture(await drawTitleCover(cover, edge, format))
}
