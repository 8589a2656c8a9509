import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import { readPopularAlbums } from '../catalogue/album-store.ts'
import { readPopularArtists } from '../catalogue/artist-store.ts'
import type { Database } from '../database/tables.ts'
import { log } from '../log/log.ts'

/** Written by the build of the pages, in a folder that is not served. */
const PRERENDERER = '.prerender/prerender-home.mjs'

interface Prerenderer {
  prerenderHome(shown: {
    readonly name: string
    readonly artists: Artist[]
    readonly albums: Album[]
  }): Promise<string>
}

/**
 * Creates the renderer of Home, which uses the components of the pages and caches the markup while its lists stay the
 * same. It returns undefined if rendering fails, logging the first error, or if the build has no renderer: then the
 * browser renders Home.
 */
export function createHomeRenderer(
  db: Database,
  pagesDir: string,
): (serviceName: string) => Promise<string | undefined> {
  const file = join(pagesDir, PRERENDERER)
  if (!existsSync(file)) return async () => undefined
  let last: { readonly of: string; readonly markup: Promise<string | undefined> } | undefined
  let isLogged = false

  async function render(lists: Parameters<Prerenderer['prerenderHome']>[0]): Promise<string | undefined> {
    try {
      const { prerenderHome }: Prerenderer = await import(pathToFileURL(file).href)
      return await prerenderHome(lists)
    } catch (error) {
      if (!isLogged)
        log.error('The server cannot render Home; browsers render it themselves.', { err: error })
      isLogged = true
      return undefined
    }
  }

  return async name => {
    const lists = { name, artists: await readPopularArtists(db), albums: await readPopularAlbums(db) }
    const of = JSON.stringify(lists)
    if (last?.of !== of) last = { of, markup: render(lists) }
    return last.markup
  }
}
