import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createNetworkCheck } from '../../ip-networks.ts'
import type { Settings } from '../../settings.ts'
import type { OpenFile } from './open-files.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the proxy that a request came through sends the file itself. */
    handsOver?: (request: FastifyRequest) => boolean
  }
}

/** Prefix of the web server's internal addresses of files; their absolute paths follow it. See docs/operating.md. */
const INTERNAL_PREFIX = '/x-accel'

/**
 * Lets a trusted proxy send the files of the routes that are registered after this. Everybody else gets their bytes from
 * this process, and never sees a path.
 */
export function registerHandOver(
  app: FastifyInstance,
  { sendfile, trustedProxies }: Pick<Settings, 'sendfile' | 'trustedProxies'>,
): void {
  if (sendfile === '') return
  const isTrusted = createNetworkCheck(trustedProxies)
  const handsOver = ({ raw: { socket } }: FastifyRequest) =>
    socket.remoteAddress !== undefined && isTrusted(socket.remoteAddress)
  app.addHook('onRoute', route => {
    if (route.config?.isFile) route.config.handsOver = handsOver
  })
}

/**
 * Answers with the file's path in `X-Accel-Redirect`, if a web server in front sends it. That server reads ranges by itself,
 * also those with `If-Range`. It
 * would read them for HEAD, too.
 * @param headers of the response
 * @returns whether it answered
 */
export function handOver(
  request: FastifyRequest,
  raw: ServerResponse,
  { path }: OpenFile,
  headers: Readonly<Record<string, string | number>>,
): boolean {
  if (path === undefined || request.method === 'HEAD' || !request.routeOptions.config.handsOver?.(request))
    return false
  const address = INTERNAL_PREFIX + path.split('/').map(encodeURIComponent).join('/')
  // nginx adds its own.
  const { 'accept-ranges': _, 'content-range': _range, ...others } = headers
  raw.writeHead(200, { ...others, 'content-length': 0, 'x-accel-redirect': address }).end()
  return true
}
