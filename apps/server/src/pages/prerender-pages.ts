import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Album } from '@refrain/contract/catalogue/albums'
import type { Artist } from '@refrain/contract/catalogue/artists'
import { PREFIX_DATA } from '@refrain/contract/service-paths'
import { readPopularAlbums } from '../catalogue/album-store.ts'
import { readPopularArtists } from '../catalogue/artist-store.ts'
import type { Database } from '../database/tables.ts'
import { withDeadline } from '../http/limits/deadline.ts'
import { log } from '../log/log.ts'

/** Written by the build of the pages, in a folder that is not served. */
const PRERENDERER = '.prerender/prerender-pages.mjs'

interface HomeLists {
  readonly name: string
  readonly artists: Artist[]
  readonly albums: Album[]
}

interface Prerenderer {
  prerenderHome(lists: HomeLists): Promise<string>
  prerenderAlbum(records: { readonly name: string; readonly album: Album }): Promise<string>
}

export interface Rendering {
  /** Undefined where the browser has to render the page. */
  readonly markup: string | undefined
  /** It would be rendered at another time: the page must not be kept without it. */
  readonly isPutOff?: true
}

/** Renders pages as markup. */
export interface PageRenderer {
  home(serviceName: string): Promise<Rendering>
  album(serviceName: string, album: Album): Promise<Rendering>
}

/** Renders nothing. */
export const noRenderer: PageRenderer = {
  home: async () => ({ markup: undefined }),
  album: async () => ({ markup: undefined }),
}

/** Rendering the pages of albums takes at most one part in this many of the time: there are as many as somebody asks for. */
const SHARE = 5
/** A page that takes longer is given up; nobody waits for so long. */
const TIMEOUT_SECONDS = 5

/**
 * Creates the renderer of Home and of albums' pages, which uses the components of the pages. It renders Home once while its lists
 * stay the same. There is no markup if rendering fails, logging the first error, or if the build has no renderer, and for
 * an album if it has rendered others for too long.
 * @param options `prefix` of the pages' addresses, which its code reads from its own address
 */
export function createPageRenderer(
  db: Database,
  pagesDir: string,
  { now = () => performance.now(), timeoutSeconds = TIMEOUT_SECONDS, prefix = '' } = {},
): PageRenderer {
  const file = join(pagesDir, PRERENDERER)
  if (!existsSync(file)) return noRenderer
  let home: { readonly of: string; readonly markup: Promise<string | undefined> } | undefined
  let isLogged = false
  let restsUntil = Number.NEGATIVE_INFINITY

  async function render(draw: (prerenderer: Prerenderer) => Promise<string>): Promise<string | undefined> {
    try {
      return await withDeadline(
        import(`${pathToFileURL(file).href}?${new URLSearchParams({ [PREFIX_DATA]: prefix })}`).then(
          (prerenderer: Prerenderer) => draw(prerenderer),
        ),
        timeoutSeconds,
      )
    } catch (error) {
      if (!isLogged)
        log.error('The server cannot render pages; browsers render them themselves.', { err: error })
      isLogged = true
      return undefined
    }
  }

  return {
    async home(name) {
      const lists = { name, artists: await readPopularArtists(db), albums: await readPopularAlbums(db) }
      const of = JSON.stringify(lists)
      if (home?.of !== of) home = { of, markup: render(({ prerenderHome }) => prerenderHome(lists)) }
      return { markup: await home.markup }
    },
    async album(name, album) {
      if (now() < restsUntil) return { markup: undefined, isPutOff: true }
      // Nor several at once.
      restsUntil = Number.POSITIVE_INFINITY
      // Without the time that the first one takes to load the code.
      let began = Number.POSITIVE_INFINITY
      try {
        const markup = await render(({ prerenderAlbum }) => {
          began = now()
          return prerenderAlbum({ name, album })
        })
        return { markup }
      } finally {
        const ended = now()
        restsUntil = ended + (SHARE - 1) * Math.max(0, ended - began)
      }
    },
  }
}
