import { readFile } from 'node:fs/promises'
import { operationsByDomain } from '@refrain/contract/operations'
import type { FastifyInstance } from 'fastify'
import { pageCsp } from '../security/security-headers.ts'

const STYLE = new URL('./docs.css', import.meta.url)
const ADDRESSES = { document: '/api/openapi.json', style: '/api/docs.css' }
/** As the page refers to them, from beside them. */
const BESIDE = { document: 'openapi.json', style: 'docs.css' }

/** Serves the API documentation: `/api/openapi.json` for programs, `/api/docs` for people. */
export function registerApiDocs(app: FastifyInstance): void {
  const method = ['GET', 'HEAD']
  const config = { isAlwaysOpen: true }
  let described: Promise<{ document: string; page: string; style: Buffer }> | undefined
  const getDocs = () => {
    described ??= describe(app.pathPrefix)
    return described
  }
  app.route({
    method,
    config,
    url: ADDRESSES.document,
    async handler(_request, reply) {
      reply.header('cache-control', 'public, max-age=60').type('application/json; charset=utf-8')
      return reply.send((await getDocs()).document)
    },
  })
  app.route({
    method,
    config,
    url: '/api/docs',
    async handler(_request, reply) {
      reply.header('content-security-policy', pageCsp()).header('cache-control', 'no-store')
      return reply.type('text/html; charset=utf-8').send((await getDocs()).page)
    },
  })
  app.route({
    method,
    config,
    url: ADDRESSES.style,
    async handler(_request, reply) {
      reply.header('cache-control', 'public, max-age=60').type('text/css; charset=utf-8')
      return reply.send((await getDocs()).style)
    },
  })
}

/** Generated on first request, so that it does not delay the start. */
async function describe(prefix: string) {
  const { describeService } = await import('./describe-service.ts')
  const { renderDocs } = await import('./docs-page.ts')
  const document = describeService(operationsByDomain, prefix)
  return {
    document: JSON.stringify(document),
    page: renderDocs(document, BESIDE),
    style: await readFile(STYLE),
  }
}
