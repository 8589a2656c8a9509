import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import serveFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { encode, pickEncoding } from './http/encode-answer.ts'
import { NotFoundError } from './http/errors.ts'
import { PAGE_POLICY } from './http/security-headers.ts'

const YEAR_SECONDS = 31_536_000
/** What is no page, whatever a browser asks for there. */
const SERVICE = /^\/(api|audio|profile_path|stream|files|fcm|assets)(\/|$|\?)/

/**
 * Serves the built pages: fingerprinted files for ever, and for every other address the one page
 * that finds its way by itself.
 * @returns answers an address that nothing else is bound to
 */
export async function registerPages(
  app: FastifyInstance,
  pagesDir: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  await app.register(serveFiles, {
    root: pagesDir,
    // Each file is an address of its own, so that no address can lead anywhere else.
    wildcard: false,
    globIgnore: ['index.html', '**/*.br', '**/*.gz', '**/*.map'],
    index: false,
    dotfiles: 'deny',
    preCompressed: true,
    decorateReply: false,
    cacheControl: false,
    setHeaders(reply, path) {
      const fingerprinted = relative(pagesDir, path).startsWith(`assets${sep}`)
      reply.header('cache-control', fingerprinted ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
    },
  })
  const page = await readFile(join(pagesDir, 'index.html'))
  const encoded = { br: await encode(page, 'br'), gzip: await encode(page, 'gzip') }

  return async (request, reply) => {
    if (!wantsPage(request)) throw new NotFoundError()
    const encoding = pickEncoding(request.headers['accept-encoding'])
    if (encoding) reply.header('content-encoding', encoding)
    return reply
      .header('content-security-policy', PAGE_POLICY)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('vary', 'accept-encoding')
      .send(encoding ? encoded[encoding] : page)
  }
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || SERVICE.test(url)) return false
  const accepted = headers.accept ?? '*/*'
  if (accepted.includes('text/html')) return true
  const isFile = /\.\w+$/.test(url.split('?', 1)[0] as string)
  return accepted.includes('*/*') && !isFile
}
