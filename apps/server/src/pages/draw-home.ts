import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import { readPopularAlbums } from '../catalogue/album-store.ts'
import { readPopularArtists } from '../catalogue/artist-store.ts'
import type { Database } from '../database/tables.ts'

/** What the build of the pages leaves for the server; it lies where nothing is served from. */
const DRAWING = '.drawing/draw-home.mjs'

interface Drawing {
  drawHome(lists: { readonly artists: Artist[]; readonly albums: Album[] }): Promise<string>
}

/**
 * Draws Home as it stands in the catalogue, by the components of the pages: markup in place of the empty
 * root. The same as long as the lists are the same. Undefined where it cannot be drawn; the reason is logged
 * once, and the pages draw themselves, as they do where the build has left nothing to draw with.
 */
export function createHomeRenderer(db: Database, pagesDir: string): () => Promise<string | undefined> {
  const file = join(pagesDir, DRAWING)
  if (!existsSync(file)) return async () => undefined
  let last: { readonly of: string; readonly markup: Promise<string | undefined> } | undefined
  let isTold = false

  async function draw(lists: Parameters<Drawing['drawHome']>[0]): Promise<string | undefined> {
    try {
      const { drawHome }: Drawing = await import(pathToFileURL(file).href)
      return await drawHome(lists)
    } catch (error) {
      if (!isTold) console.error('The server cannot draw Home; browsers draw it themselves.', error)
      isTold = true
      return undefined
    }
  }

  return async () => {
    const lists = { artists: await readPopularArtists(db), albums: await readPopularAlbums(db) }
    const of = JSON.stringify(lists)
    if (last?.of !== of) last = { of, markup: draw(lists) }
    return last.markup
  }
}
