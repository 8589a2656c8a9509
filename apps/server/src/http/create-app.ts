import { randomBytes } from 'node:crypto'
import { byteLimits } from '@refrain/contract/limits'
import { findTextFault } from '@refrain/contract/outside-text'
import Fastify, {
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { OpenDatabase } from '../database/open.ts'
import type { Settings } from '../settings.ts'
import { Presence } from '../sharing/presence.ts'
import { MethodNotAllowedError, trackRouteMethods } from './errors/allowed-methods.ts'
import { answerMalformedRequest } from './errors/answer-malformed-request.ts'
import { NotFoundError, RequestError, sendError } from './errors/request-errors.ts'
import { registerRateLimits } from './limits/rate-limits.ts'
import { readPathPrefix, removePrefix } from './path-prefix.ts'
import { registerJsonParser, STRICT_JSON } from './requests/json-body.ts'
import { createHostCheck } from './security/check-host.ts'
import { GuestAccess } from './security/guest-access.ts'
import { registerPreflight } from './security/preflight.ts'
import { registerPrivateService } from './security/private-service.ts'
import { registerBaseHeaders } from './security/security-headers.ts'
import { createProxyWarning } from './security/warn-untrusted-proxy.ts'

/** The web pages, for requests that reach no route. */
export interface PageResponses {
  /** Answers an address without a route. @throws NotFoundError, MethodNotAllowedError */
  answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
  /** Sends an error as a page if a browser opened the address. @returns whether it did */
  sendError(request: FastifyRequest, reply: FastifyReply, status: 404 | 414): boolean
}

const SHUTDOWN_GRACE_MS = 2_000
const STOPPING = new RequestError(503, 'The service is stopping: try again in a moment.', 5)
const METHODS_WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE'])

/** Operations check their input with zod. Without these, Fastify loads a hundred files of compilers for JSON Schema. */
const NO_SCHEMAS = { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } }

function refuseSchema(): never {
  throw new Error('Routes have no JSON Schemas: describe their input in the contract.')
}

interface SharedParts {
  readonly open: Pick<OpenDatabase, 'db' | 'counts'>
  /** Hashes who is here. */
  readonly presenceKey: Uint8Array
}

/**
 * Creates the Fastify app without routes, with everything that holds for all requests: limits of size, time and rate,
 * content types, security headers and the form of errors.
 * @param pages answers addresses without a route; by default they are errors
 * @param shared shares rate limits, and who is here, with other processes
 * @param guestAccess whether the service is private; by default it is not
 */
export function createApp(
  options: Pick<Settings, 'publicUrl' | 'backendUrl' | 'host' | 'rateLimitScale' | 'trustedProxies'>,
  pages?: PageResponses,
  shared?: SharedParts,
  guestAccess = new GuestAccess(async () => false),
): FastifyInstance {
  const nextId = createRequestIds()
  const sendErrorOrPage = createErrorSender(pages)
  const prefix = readPathPrefix(options.publicUrl)
  const app: FastifyInstance = Fastify({
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    exposeHeadRoutes: false,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    // Closes idle connections, also in the middle of a response.
    connectionTimeout: 30_000,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: byteLimits.url },
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      maxHeaderSize: byteLimits.headers,
      // `checkRequest` answers instead, with our headers.
      requireHostHeader: false,
    },
    genReqId: nextId,
    rewriteUrl: ({ url = '' }) => removePrefix(prefix, url),
    schemaController: NO_SCHEMAS,
    // No hook runs for these errors, so the base headers are set here.
    frameworkErrors: (error, request, reply) =>
      sendErrorOrPage(countRejected(app, request, error), request, reply.headers(app.baseHeaders) as never),
    clientErrorHandler: (error, socket) => answerMalformedRequest(error, socket, app.baseHeaders, nextId()),
    // The onRequest hook below answers instead.
    return503OnClosing: false,
  })
  // Node itself would answer an unknown expectation, without our headers and limits. It may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  const methodsOf = trackRouteMethods(app)
  app.decorate('publicUrl', options.publicUrl)
  app.decorate('pathPrefix', prefix)
  app.decorate('backendUrl', options.backendUrl)
  app.setErrorHandler(sendErrorOrPage)
  registerBaseHeaders(app, options.publicUrl, options.backendUrl)
  registerJsonParser(app)
  const checkHost = createHostCheck(options)
  let stopping = false
  const warnUntrustedProxy = createProxyWarning(options.trustedProxies)
  app.addHook('onRequest', (request, reply, done) => {
    warnUntrustedProxy(request)
    // As Node would: what follows on the connection is no more to be trusted.
    if (lacksHost(request)) reply.header('connection', 'close')
    // Read once: Fastify makes a new object each time.
    const { config } = request.routeOptions
    const error = stopping ? STOPPING : (checkHost(request, config) ?? checkRequest(request, config))
    done(error && (countRejected(app, request, error) as Error))
  })
  // A paused player would keep its connection open for as long as it likes.
  app.addHook('preClose', async () => {
    stopping = true
    setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_GRACE_MS).unref()
  })
  registerRateLimits(app, options.rateLimitScale, shared?.open.counts)
  const presence = new Presence(shared?.open.counts && { db: shared.open.db, key: shared.presenceKey })
  app.decorate('presence', presence)
  app.decorateRequest('appKey', undefined)
  app.decorateRequest('tokenCookies', undefined)
  app.addHook('onClose', async () => presence.close())
  registerPrivateService(app, guestAccess)
  if (options.backendUrl) registerPreflight(app)
  // Requests without a route count as calls, too.
  app.setNotFoundHandler((request, reply) => {
    app.rateLimits.countUnrouted(request)
    const methods = methodsOf(request.url.split('?', 1)[0] as string)
    if (methods.size > 0) throw new MethodNotAllowedError(methods)
    if (!pages) throw new NotFoundError()
    return pages.answer(request, reply)
  })
  return app
}

/** Browsers that open a malformed or overlong address see the not-found page. */
function createErrorSender(pages?: PageResponses) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const { code, statusCode } = error as { code?: string; statusCode?: number }
    const status = code === 'FST_ERR_BAD_URL' ? 404 : statusCode === 414 && 414
    if (status && pages?.sendError(request, reply, status)) return
    sendError(error, request, reply)
  }
}

/** Counts a request that is rejected before it reaches a route. @returns `error`, or 429 beyond the limit */
function countRejected(app: FastifyInstance, request: FastifyRequest, error: unknown): unknown {
  try {
    app.rateLimits.countUnrouted(request)
    return error
  } catch (tooManyRequests) {
    return tooManyRequests
  }
}

function checkRequest(
  request: FastifyRequest,
  config: FastifyContextConfig | undefined,
): RequestError | undefined {
  const { url, method, headers } = request
  if (lacksHost(request)) return new RequestError(400, 'The request names no host.')
  if (url.length > (config?.maxUrlBytes ?? byteLimits.url))
    return new RequestError(414, 'The address is too long.')
  // Operations check their own input.
  if (config?.isFile && hasFaultyParam(request.params as Record<string, unknown>)) return new NotFoundError()
  const type = headers['content-type']
  // Routes with forms check the type themselves, after authentication.
  if (type === undefined || config?.takesForm || METHODS_WITHOUT_BODY.has(method) || STRICT_JSON.test(type))
    return undefined
  return new RequestError(415, 'The body must be JSON (Content-Type: application/json).')
}

/** Only HTTP/1.0 may do without it. */
const lacksHost = ({ headers, raw }: FastifyRequest) =>
  headers.host === undefined && raw.httpVersion === '1.1'

function hasFaultyParam(params: Readonly<Record<string, unknown>>): boolean {
  for (const name in params) {
    const param = params[name]
    if (typeof param === 'string' && findTextFault(param) !== undefined) return true
  }
  return false
}

/** Request ids for the log: a prefix of this process and a counter. */
function createRequestIds(): () => string {
  const start = randomBytes(3).toString('hex')
  let count = 0
  return () => `${start}-${(count++).toString(36)}`
}
