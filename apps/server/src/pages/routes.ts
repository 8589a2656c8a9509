import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import serveFiles from '@fastify/static'
import { isServicePath, SERVICE_WORKER_PATH, SHELL_PATH } from '@refrain/contract/service-paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/tables.ts'
import type { PageResponses } from '../http/create-app.ts'
import { MethodNotAllowedError } from '../http/errors/allowed-methods.ts'
import { NotFoundError } from '../http/errors/request-errors.ts'
import { readPathPrefix } from '../http/path-prefix.ts'
import { pickEncoding } from '../http/responses/compression.ts'
import { compressResponse, createResponse, type ResponseCache } from '../http/responses/response-cache.ts'
import type { GuestAccess } from '../http/security/guest-access.ts'
import { pageCsp, workerCsp } from '../http/security/security-headers.ts'
import type { SetUpState } from '../set-up/set-up-state.ts'
import type { Settings } from '../settings.ts'
import { MANIFEST_FILE, registerAppManifest } from './app-manifest.ts'
import { PageTemplate } from './page-template.ts'
import { createPageRenderer, noRenderer } from './prerender-pages.ts'
import { readScreenCode } from './screen-code.ts'
import { findScreen } from './screens.ts'
import { replaceShellHash } from './worker-shell-hash.ts'
import { createPageWriter, type WrittenPage } from './write-page.ts'

const WORKER_FILE = SERVICE_WORKER_PATH.slice(1)
const YEAR_SECONDS = 31_536_000

export interface PageParts {
  readonly pagesDir: string
  readonly db: Database
  readonly cache: ResponseCache
  readonly guestAccess: GuestAccess
  readonly setUp: SetUpState
  readonly given: Settings['given']
  readonly publicUrl: string
  readonly backendUrl: string
  /** Host of the identity provider's profile pictures. */
  readonly photoHost: string
  readonly storageDelivery: Settings['storageDelivery']
  readonly objectStorage: Settings['objectStorage']
}

export interface Pages extends PageResponses {
  /**
   * Registers the routes of the built files.
   * @param onOpened called when somebody opens the pages
   */
  register(app: FastifyInstance, onOpened: () => void): Promise<void>
}

/** Origin of the storage that clients are redirected to, or ''. */
const redirectOrigin = ({ storageDelivery, objectStorage }: PageParts) =>
  storageDelivery === 'redirect' ? new URL(objectStorage.endpoint).origin : ''

/** Whether the shell that is served is another one than the built one. */
const differs = ({ backendUrl, publicUrl }: PageParts) =>
  backendUrl !== '' || readPathPrefix(publicUrl) !== ''

/** Opens the built pages: files, and for every other address the single page with a link preview. */
export async function openPages(parts: PageParts): Promise<Pages> {
  const { pagesDir, backendUrl } = parts
  const built = await readFile(join(pagesDir, 'index.html'), 'utf8')
  const prefix = readPathPrefix(parts.publicUrl)
  const template = new PageTemplate(built, backendUrl, prefix)
  // Pages rendered here would name pictures on the wrong origin.
  const renderer = backendUrl ? noRenderer : createPageRenderer(parts.db, pagesDir, { prefix })
  const screenCode = await readScreenCode(pagesDir)
  const write = createPageWriter(template, { ...parts, renderer, screenCode })
  const csp = pageCsp(backendUrl, parts.photoHost, redirectOrigin(parts))
  const shell: WrittenPage = { status: 200, page: createResponse(template.bare) }
  let notifyOpened = () => {}
  return {
    async register(app, onOpened) {
      notifyOpened = onOpened
      await registerFiles(app, parts)
      await registerAppManifest(app, parts)
      if (differs(parts)) await registerWorker(app, parts, { built, shell: template.bare })
      if (prefix) registerBarePrefix(app, prefix)
      app.route({
        method: ['GET', 'HEAD'],
        url: SHELL_PATH,
        config: { isAlwaysOpen: true },
        // Service workers fetch it whenever somebody opens a page that they have cached.
        handler(request, reply) {
          notifyOpened()
          return sendPage(request, describePage(reply, csp), shell)
        },
      })
    },
    sendError(request, reply, status) {
      const isNavigation = request.headers.accept?.includes('text/html') && wantsPage(request)
      if (!isNavigation) return false
      describePage(reply.code(status).headers(reply.server.baseHeaders), csp).send(template.unknown)
      return true
    },
    async answer(request, reply) {
      const { method, url } = request
      if (method !== 'GET' && method !== 'HEAD' && findScreen(url.split('?', 1)[0] as string))
        throw new MethodNotAllowedError(['GET', 'HEAD'])
      if (!wantsPage(request)) throw new NotFoundError()
      notifyOpened()
      const written = await write(request)
      return sendPage(request, describePage(reply, csp), written)
    },
  }
}

/** Leads from the prefix without a slash to Home: the scope of the service worker, and the addresses of the pages, begin with the slash. */
function registerBarePrefix(app: FastifyInstance, prefix: string): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: prefix,
    config: { isAlwaysOpen: true },
    // The address may name a host, which anybody chooses.
    handler({ url }, reply) {
      const query = url.indexOf('?')
      reply.header('cache-control', 'no-cache')
      return reply.redirect(`${prefix}/${query < 0 ? '' : url.slice(query)}`, 308)
    },
  })
}

/** Built files that are served in another way, or as another form of a file. */
const NOT_FILES = /^index\.html$|^\.|[\\/]\.|\.(br|gz|map)$/
const ASSETS = 'assets'

/** One route serves all assets, by the names that the build has: no path can lead outside of the folder. */
async function registerFiles(app: FastifyInstance, parts: PageParts): Promise<void> {
  const { pagesDir, backendUrl } = parts
  const others = new Set([MANIFEST_FILE, ...(differs(parts) ? [WORKER_FILE] : [])])
  const entries = await readdir(pagesDir, { withFileTypes: true })
  const assets = new Set(await readdir(join(pagesDir, ASSETS)).catch(() => []))
  const config = { isFile: true, isAlwaysOpen: true }
  const method = ['GET', 'HEAD']
  await app.register(async scope => {
    await scope.register(serveFiles, {
      root: pagesDir,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders(reply, path) {
        const name = relative(pagesDir, path).replace(/\.(br|gz)$/, '')
        const fingerprinted = name.startsWith(`${ASSETS}${sep}`)
        reply.header(
          'cache-control',
          fingerprinted ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
        )
        if (`/${name}` === SERVICE_WORKER_PATH) reply.header('content-security-policy', workerCsp(backendUrl))
      },
    })
    scope.route<{ Params: { name: string } }>({
      method,
      config,
      url: `/${ASSETS}/:name`,
      handler({ params: { name } }, reply) {
        if (!assets.has(name) || NOT_FILES.test(name)) throw new NotFoundError()
        return reply.sendFile(`${ASSETS}/${name}`)
      },
    })
    for (const { name } of entries.filter(entry => entry.isFile() && !NOT_FILES.test(entry.name)))
      if (!others.has(name))
        scope.route({ method, config, url: `/${name}`, handler: (_request, reply) => reply.sendFile(name) })
  })
}

/** The service worker names the pages that it is written for. */
async function registerWorker(
  app: FastifyInstance,
  { pagesDir, backendUrl }: PageParts,
  pages: { readonly built: string; readonly shell: string },
): Promise<void> {
  const worker = replaceShellHash(
    await readFile(join(pagesDir, WORKER_FILE), 'utf8'),
    pages.built,
    pages.shell,
  )
  app.get(SERVICE_WORKER_PATH, { config: { isFile: true, isAlwaysOpen: true } }, (_request, reply) =>
    reply
      .header('content-security-policy', workerCsp(backendUrl))
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(worker),
  )
}

async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, page }: WrittenPage,
): Promise<FastifyReply> {
  const encoding = pickEncoding(request.headers['accept-encoding'])
  if (encoding) reply.header('content-encoding', encoding)
  return reply
    .code(status)
    .header('vary', 'accept-encoding')
    .send(encoding ? await compressResponse(page, encoding) : page.text)
}

function describePage(reply: FastifyReply, csp: string): FastifyReply {
  return reply
    .header('content-security-policy', csp)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0] as string
  if ((method !== 'GET' && method !== 'HEAD') || isServicePath(path)) return false
  const accepted = headers.accept ?? '*/*'
  if (accepted.includes('text/html')) return true
  return accepted.includes('*/*') && !/\.\w+$/.test(path)
}
