import { isCookieName } from '@refrain/contract/account/cookies'
import { CATALOGUE_META } from '@refrain/contract/service-paths'
import type { FastifyRequest } from 'fastify'
import { isDatabaseUnavailable } from '../database/retry.ts'
import type { Database } from '../database/tables.ts'
import { RequestError } from '../http/errors/request-errors.ts'
import { withDeadline } from '../http/limits/deadline.ts'
import { readCookies } from '../http/requests/cookies.ts'
import { type CachedResponse, createResponse, type ResponseCache } from '../http/responses/response-cache.ts'
import { readFirstPicture } from './first-picture.ts'
import { pageOrigin } from './page-origin.ts'
import type { PageTemplate } from './page-template.ts'
import { writePreloadLinks } from './preload-links.ts'
import { readPreview } from './read-preview.ts'
import { findScreen } from './screens.ts'
import { writeHead } from './write-head.ts'

/** Whoever opens a page does not wait longer for what only others will see. */
const PATIENCE_SECONDS = 1

export interface WrittenPage {
  readonly status: 200 | 404
  readonly page: CachedResponse
}

export interface PageParts {
  readonly db: Database
  readonly answers: ResponseCache
  readonly publicUrl: string
  readonly backendUrl: string
  /** See draw-home.ts. */
  readonly drawHome: () => Promise<string | undefined>
}

/**
 * Writes the page for an address, with a head of its own, and draws Home for whoever comes for the first time.
 * Written pages are kept until the catalogue changes; they are the same for all whom they are written for.
 * While the database is away the page comes without: it opens all the same.
 */
export function createPageWriter(
  template: PageTemplate,
  { db, answers, publicUrl, backendUrl, drawHome }: PageParts,
): (request: FastifyRequest) => Promise<WrittenPage> {
  const bare: WrittenPage = { status: 200, page: createResponse(template.bare) }
  const unknown: WrittenPage = { status: 404, page: createResponse(template.unknown) }

  async function write(path: string, origin: string | undefined, isNew: boolean): Promise<WrittenPage> {
    const found = findScreen(path)
    if (!found) return unknown
    const key = `page ${origin} ${isNew} ${path}`
    if (!answers.isFresh) await answers.refresh()
    const kept = answers.get(key)
    if (kept) return { status: 200, page: kept }
    const { version } = answers
    const preview = await readPreview(db, found)
    if (!preview) return unknown
    const drawn = isNew && found.screen.pattern === '/' ? await drawHome() : undefined
    // What is drawn holds what the page would ask for, and names its pictures.
    const early = drawn
      ? ''
      : writePreloadLinks(found.screen, await readFirstPicture(db, found.screen), backendUrl)
    const made = `<meta name="${CATALOGUE_META}" content="${version}">`
    const page = template.with(writeHead(preview, origin), early + made, drawn)
    return {
      status: 200,
      page: answers.store(key, page, version),
    }
  }

  return async request => {
    const path = request.url.split('?', 1)[0] as string
    try {
      return await withDeadline(
        write(path, pageOrigin(request, publicUrl), isNewcomer(request)),
        PATIENCE_SECONDS,
      )
    } catch (error) {
      if (error instanceof RequestError || isDatabaseUnavailable(error)) return bare
      throw error
    }
  }
}

/** Whether nothing is known to be kept in the browser: no cookie mirrors it. */
function isNewcomer(request: FastifyRequest): boolean {
  return !Object.keys(readCookies(request)).some(isCookieName)
}
