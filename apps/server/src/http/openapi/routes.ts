import { readFile } from 'node:fs/promises'
import { accountOperations } from '@refrain/contract/account'
import { catalogueOperations } from '@refrain/contract/catalogue'
import { changeOperations } from '@refrain/contract/changes'
import { configurationOperations } from '@refrain/contract/configuration'
import { cookieOperations } from '@refrain/contract/cookies'
import { followOperations } from '@refrain/contract/follows'
import { importStatusOperations } from '@refrain/contract/import-status'
import { interestOperations } from '@refrain/contract/interests'
import { likeOperations } from '@refrain/contract/likes'
import { listeningOperations } from '@refrain/contract/listening'
import { mediaOperations } from '@refrain/contract/media'
import { notificationOperations } from '@refrain/contract/notifications'
import { ownDataOperations } from '@refrain/contract/own-data'
import { playlistOperations } from '@refrain/contract/playlists'
import { searchOperations } from '@refrain/contract/search'
import type { FastifyInstance } from 'fastify'
import { pagePolicy } from '../security/security-headers.ts'

const STYLE = new URL('./docs.css', import.meta.url)
const ADDRESSES = { document: '/api/openapi.json', style: '/api/docs.css' }
const words = {
  configuration: configurationOperations,
  media: mediaOperations,
  account: [...accountOperations, ...cookieOperations, ...changeOperations],
  catalogue: [...catalogueOperations, ...searchOperations, ...importStatusOperations],
  listening: [...listeningOperations, ...interestOperations],
  library: [...followOperations, ...playlistOperations, ...likeOperations, ...ownDataOperations],
  notifications: notificationOperations,
}

/** What the service answers: `/api/openapi.json` for programs, `/api/docs` for people. */
export function registerDocs(app: FastifyInstance): void {
  const method = ['GET', 'HEAD']
  let made: Promise<{ document: string; page: string; style: Buffer }> | undefined
  const make = () => {
    made ??= describe()
    return made
  }
  app.route({
    method,
    url: ADDRESSES.document,
    async handler(_request, reply) {
      reply.header('cache-control', 'public, max-age=60').type('application/json; charset=utf-8')
      return reply.send((await make()).document)
    },
  })
  app.route({
    method,
    url: '/api/docs',
    async handler(_request, reply) {
      reply.header('content-security-policy', pagePolicy()).header('cache-control', 'no-store')
      return reply.type('text/html; charset=utf-8').send((await make()).page)
    },
  })
  app.route({
    method,
    url: ADDRESSES.style,
    async handler(_request, reply) {
      reply.header('cache-control', 'public, max-age=60').type('text/css; charset=utf-8')
      return reply.send((await make()).style)
    },
  })
}

/** Made when it is first asked for, so that it holds up no start. */
async function describe() {
  const { describeService } = await import('./describe-service.ts')
  const { renderDocs } = await import('./docs-page.ts')
  const document = describeService(words)
  return {
    document: JSON.stringify(document),
    page: renderDocs(document, ADDRESSES),
    style: await readFile(STYLE),
  }
}
