import { randomBytes } from 'node:crypto'
import { byteLimits } from '@refrain/contract/limits'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Settings } from '../settings.ts'
import { MethodNotAllowedError, trackRouteMethods } from './errors/allowed-methods.ts'
import { answerMalformedRequest } from './errors/answer-malformed-request.ts'
import { NotFoundError, RequestError, sendError } from './errors/request-errors.ts'
import { registerRateLimits } from './limits/rate-limits.ts'
import { registerJsonParser, STRICT_JSON } from './requests/json-body.ts'
import { createHostCheck } from './security/check-host.ts'
import { registerPreflight } from './security/preflight.ts'
import { registerBaseHeaders } from './security/security-headers.ts'
import { createProxyWarning } from './security/warn-untrusted-proxy.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The methods that a path has routes for. */
    methodsOf: (path: string) => ReadonlySet<string>
    /** Shows whoever opened an address the page in place of a refusal; false: nobody did. Only where there are pages. */
    showPage?: (request: FastifyRequest, reply: FastifyReply, status: 404 | 414) => boolean
  }
}

const LAST_WORDS_MS = 2_000
const STOPPING = new RequestError(503, 'The service is stopping: try again in a moment.', 5)
const BODY_IS_NOT_READ = new Set(['GET', 'HEAD', 'DELETE'])

/**
 * An empty app with the limits of safety.md P6 to P10: sizes, times, rates, content type, headers
 * and the shape of every error.
 */
export function createApp(
  options: Pick<Settings, 'publicUrl' | 'backendUrl' | 'host' | 'rateLimitScale' | 'trustedProxies'>,
): FastifyInstance {
  const nextId = countRequests()
  const app: FastifyInstance = Fastify({
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    exposeHeadRoutes: false,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    // A connection on which nothing moves this long is closed, also in the middle of an answer.
    connectionTimeout: 30_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: byteLimits.url },
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, maxHeaderSize: byteLimits.headers },
    genReqId: nextId,
    // No hook runs for these, so the base headers are set here.
    frameworkErrors: (error, request, reply) =>
      answerFailure(counted(app, request, error), request, reply.headers(app.baseHeaders) as never),
    clientErrorHandler: (error, socket) => answerMalformedRequest(error, socket, app.baseHeaders, nextId()),
    // Refused below, in our own words.
    return503OnClosing: false,
  })
  app.decorate('methodsOf', trackRouteMethods(app))
  app.decorate('publicUrl', options.publicUrl)
  app.decorate('backendUrl', options.backendUrl)
  app.setErrorHandler(answerFailure)
  registerBaseHeaders(app, options.publicUrl, options.backendUrl)
  registerJsonParser(app)
  const checkHost = createHostCheck(options)
  let stopping = false
  const noteProxy = createProxyWarning(options.trustedProxies)
  app.addHook('onRequest', (request, _reply, done) => {
    noteProxy(request)
    const refusal = stopping ? STOPPING : (checkHost(request) ?? refuseEarly(request))
    done(refusal && (counted(app, request, refusal) as Error))
  })
  // A file under way to a player that pauses would hold up the end for as long as the player likes.
  app.addHook('preClose', async () => {
    stopping = true
    setTimeout(() => app.server.closeAllConnections(), LAST_WORDS_MS).unref()
  })
  registerRateLimits(app, options.rateLimitScale)
  if (options.backendUrl) registerPreflight(app)
  return app
}

/** What is no address at all is nothing that is there: a browser is told so by the page, like of any other. */
function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  const status = code === 'FST_ERR_BAD_URL' ? 404 : statusCode === 414 && 414
  if (status && request.server.showPage?.(request, reply, status)) return
  sendError(error, request, reply)
}

/** What is refused before it reaches a route counts too: the refusal, or that it is one too many. */
function counted(app: FastifyInstance, request: FastifyRequest, refusal: unknown): unknown {
  try {
    app.countRequest(request)
    return refusal
  } catch (tooMany) {
    return tooMany
  }
}

function refuseEarly({ url, method, headers, routeOptions }: FastifyRequest): RequestError | undefined {
  if (url.length > byteLimits.url) return new RequestError(414, 'The address is too long.')
  const type = headers['content-type']
  // What takes a form says itself what it takes, once it is known who sends it.
  if (
    type === undefined ||
    routeOptions.config?.takesForm ||
    BODY_IS_NOT_READ.has(method) ||
    STRICT_JSON.test(type)
  )
    return undefined
  return new RequestError(415, 'The body must be JSON (Content-Type: application/json).')
}

/** The answer where nothing is bound, 404 unless given, and 405 for another method; counted as a call. */
export function registerNotFoundHandler(
  app: FastifyInstance,
  answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown> = async () => {
    throw new NotFoundError()
  },
): void {
  app.setNotFoundHandler((request, reply) => {
    app.countRequest(request)
    const methods = app.methodsOf(request.url.split('?', 1)[0] as string)
    if (methods.size > 0) throw new MethodNotAllowedError(methods)
    return answer(request, reply)
  })
}

/** Ids that tell requests apart in the log: a start of this process's own and a count. */
function countRequests(): () => string {
  const start = randomBytes(3).toString('hex')
  let count = 0
  return () => `${start}-${(count++).toString(36)}`
}
