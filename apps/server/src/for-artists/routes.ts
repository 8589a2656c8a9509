import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { FOR_ARTISTS_PATH } from '@refrain/contract/service-paths'
import type { FastifyInstance } from 'fastify'
import { FOR_ARTISTS_CSP } from '../http/security/security-headers.ts'
import { pageAddress } from '../pages/page-address.ts'
import { writeHead } from '../pages/write-head.ts'
import { forArtistsPreview, renderForArtists } from './render-page.ts'

const STYLE = { url: `${FOR_ARTISTS_PATH}/page.css`, file: new URL('./page.css', import.meta.url) }
/** In the folder of the style sheet, which refers to it. */
const FONT = {
  url: `${FOR_ARTISTS_PATH}/figtree.woff2`,
  file: createRequire(import.meta.url).resolve(
    '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
  ),
}
const FOR_A_DAY = 'public, max-age=86400'

/** Serves the built-in page for artists and operators. */
export function registerForArtists(app: FastifyInstance, publicUrl: string): void {
  const method = ['GET', 'HEAD']
  const config = { isAlwaysOpen: true }
  const preview = forArtistsPreview(FOR_ARTISTS_PATH)
  app.route({
    method,
    config,
    url: FOR_ARTISTS_PATH,
    handler(request, reply) {
      const head = writeHead(preview, pageAddress(request, publicUrl))
      return reply
        .header('content-security-policy', FOR_ARTISTS_CSP)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(renderForArtists({ head, style: STYLE.url.slice(1) }))
    },
  })
  app.route({
    method,
    config,
    url: STYLE.url,
    async handler(_request, reply) {
      reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8')
      return reply.send(await readFile(STYLE.file))
    },
  })
  app.route({
    method,
    config,
    url: FONT.url,
    async handler(_request, reply) {
      reply.header('cache-control', FOR_A_DAY).type('font/woff2')
      return reply.send(await readFile(FONT.file))
    },
  })
}
