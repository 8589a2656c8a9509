import { isCookieName } from '@refrain/contract/account/cookies'
import { CATALOGUE_META } from '@refrain/contract/service-paths'
import type { FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { RequestError } from '../http/errors/request-errors.ts'
import { withDeadline } from '../http/limits/deadline.ts'
import { readPathPrefix } from '../http/path-prefix.ts'
import { readCookies } from '../http/requests/cookies.ts'
import { type CachedResponse, createResponse, type ResponseCache } from '../http/responses/response-cache.ts'
import type { GuestAccess } from '../http/security/guest-access.ts'
import { readServiceName } from '../live-settings/live-settings.ts'
import type { SetUpState } from '../set-up/set-up-state.ts'
import type { GivenSettings } from '../setting-schemas.ts'
import { pageAddress } from './page-address.ts'
import { NOINDEX, type PageTemplate } from './page-template.ts'
import { readFirstPicture, writeCodeLinks, writePreloadLinks } from './preload-links.ts'
import type { PageRenderer, Rendering } from './prerender-pages.ts'
import { plainPreview, readPreview } from './read-preview.ts'
import type { ScreenCode } from './screen-code.ts'
import { findScreen, type Screen } from './screens.ts'
import { type AlbumRecords, readAlbumRecords, writeAlbumRecords } from './write-album.ts'
import { writeHead } from './write-head.ts'

/** Pages do not wait longer for their preview. */
const TIMEOUT_SECONDS = 1

const NOT_RENDERED: Rendering = { markup: undefined }

export interface WrittenPage {
  readonly status: 200 | 404
  readonly page: CachedResponse
}

export interface PageParts {
  readonly db: Database
  readonly cache: ResponseCache
  readonly guestAccess: GuestAccess
  readonly setUp: SetUpState
  readonly publicUrl: string
  readonly backendUrl: string
  readonly renderer: PageRenderer
  readonly screenCode: ScreenCode
  readonly given: GivenSettings
}

/**
 * Creates the function that writes the page for an address, with a link preview, and with Home and albums' pages rendered for
 * first-time visitors. Pages are cached until the catalogue changes. While the database is unavailable, pages come without previews.
 * Those of a private service are the same for everybody: without previews, whatever there is at their address.
 */
export function createPageWriter(
  template: PageTemplate,
  { db, cache, guestAccess, setUp, given, publicUrl, backendUrl, renderer, screenCode }: PageParts,
): (request: FastifyRequest) => Promise<WrittenPage> {
  const prefix = readPathPrefix(publicUrl)
  const backend = backendUrl ? new URL(backendUrl).origin : prefix
  const bare: WrittenPage = { status: 200, page: createResponse(template.bare) }
  const unknown: WrittenPage = { status: 404, page: createResponse(template.unknown) }

  async function write(path: string, origin: string | undefined, isNew: boolean): Promise<WrittenPage> {
    const found = findScreen(path)
    if (!found || (found.screen.isSetUp && !(await setUp.isOpen()))) return unknown
    if (!guestAccess.isFresh) await guestAccess.refresh()
    const { isPrivate } = guestAccess
    const key = isPrivate ? `plain ${origin} ${found.screen.pattern}` : `page ${origin} ${isNew} ${path}`
    if (!cache.isFresh) await cache.refresh()
    const cached = cache.get(key)
    if (cached) return { status: 200, page: cached }
    const { version } = cache
    if (isPrivate)
      return { status: 200, page: cache.store(key, await writePlain(found.screen, origin), version) }
    const page = await writePublic(found, origin, isNew)
    if (!page) return unknown
    // Else later visitors would find the page without what could not be rendered just now.
    return {
      status: 200,
      page: page.isPutOff ? createResponse(page.text) : cache.store(key, page.text, version),
    }
  }

  async function writePlain(screen: Screen, origin: string | undefined): Promise<string> {
    const name = await readServiceName(db, given)
    return template.with(`${writeHead(plainPreview(screen, name), origin, name)}\n    ${NOINDEX}`)
  }

  /** Undefined if nothing is at the address. */
  async function writePublic(
    found: NonNullable<ReturnType<typeof findScreen>>,
    origin: string | undefined,
    isNew: boolean,
  ): Promise<{ readonly text: string; readonly isPutOff?: true | undefined } | undefined> {
    const { version } = cache
    const name = await readServiceName(db, given)
    const preview = await readPreview(db, found, name)
    if (!preview) return undefined
    const { screen, key } = found
    const records = screen.shows === 'album' ? await readAlbumRecords(db, key) : undefined
    const { markup: rendered, isPutOff } = isNew ? await renderFor(screen, records, name) : NOT_RENDERED
    // A rendered page needs no preloads: it has its data and pictures.
    const preloads = rendered
      ? ''
      : writePreloadLinks(screen, await readFirstPicture(db, screen, records), backend)
    const code = screen.shows && writeCodeLinks(screenCode[screen.shows], prefix)
    const versionMeta = `<meta name="${CATALOGUE_META}" content="${version}">`
    const text = template.with(writeHead(preview, origin, name), {
      last: preloads + (code ?? '') + versionMeta,
      rendered,
      data: records && writeAlbumRecords(records, name),
    })
    return { text, isPutOff }
  }

  async function renderFor(
    { pattern }: Screen,
    records: AlbumRecords | undefined,
    name: string,
  ): Promise<Rendering> {
    if (records) return renderer.album(name, records.album)
    return pattern === '/' ? renderer.home(name) : NOT_RENDERED
  }

  return async request => {
    const path = request.url.split('?', 1)[0] as string
    try {
      return await withDeadline(
        write(path, pageAddress(request, publicUrl), isFirstVisit(request)),
        TIMEOUT_SECONDS,
      )
    } catch (error) {
      if (error instanceof RequestError || isDatabaseUnavailable(error)) return bare
      throw error
    }
  }
}

/** Whether the browser has none of our cookies. */
function isFirstVisit(request: FastifyRequest): boolean {
  return !Object.keys(readCookies(request)).some(isCookieName)
}
