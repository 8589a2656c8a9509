import { SERVICE_KEY_HEADER } from '@refrain/contract/account/session'
import { byteLimits } from '@refrain/contract/limits'
import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import { CATALOGUE_HEADER } from '@refrain/contract/service-paths'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type QueryContext, queryContext } from '../database/connection-scheduler.ts'
import { isForeignKeyViolation } from '../database/error-kinds.ts'
import { ForbiddenError } from './errors/request-errors.ts'
import { withDeadline } from './limits/deadline.ts'
import { rateLimitConfig } from './limits/rate-limits.ts'
import { seeListener } from './limits/see-listener.ts'
import { type ActorOf, authenticateService, authenticateUser, requireRecentSignIn } from './requests/actor.ts'
import { asksToRevalidate } from './requests/asks-to-revalidate.ts'
import { createInputReader } from './requests/read-input.ts'
import type { CachedResponse, ResponseCache } from './responses/response-cache.ts'
import { sendCached, sendUncached } from './responses/send-json.ts'
import { serialise } from './responses/serialise.ts'
import { requireSameOrigin } from './security/same-origin.ts'

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache
  }
  interface FastifyContextConfig {
    /** The body is a form, not JSON. */
    takesForm?: boolean
    /** Longest path and query, if not the usual one. */
    maxUrlBytes?: number
  }
}

/**
 * Registers an operation: validates the input, authenticates the caller and sends the handler's result as JSON. Public
 * operations are cached until the catalogue changes, and for a minute at most.
 * @param given a cache of its own, for operations with unlimited different inputs; with an operation that is not cached, its version
 *   is sent along, with which pages compare what they show
 */
export function bind<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  handler: (
    input: InputOf<Op>,
    actor: ActorOf<Op>,
    request: FastifyRequest,
  ) => Promise<OutputOf<Op>> | OutputOf<Op>,
  given?: ResponseCache,
): void {
  if (operation.caching === 'none') {
    bindRoute(app, operation, async (input, request, reply, actor) => {
      if (given && !given.isFresh) await given.refresh()
      const headers = given ? [CATALOGUE_HEADER, String(given.version)] : []
      const output = await withDeadline(handler(input, actor, request), operation.timeoutSeconds)
      return sendUncached(request, reply, serialise(operation, output), headers)
    })
    return
  }
  const cache = given ?? app.responseCache
  bindRoute(
    app,
    operation,
    async (input, request, reply, actor) => {
      const mustRevalidate = asksToRevalidate(request)
      if (mustRevalidate || !cache.isFresh) {
        await (mustRevalidate ? cache.refreshAfterChange() : cache.refresh())
        const cached = cache.get(request.url)
        if (cached) return sendCached(request, reply, cached)
      }
      const { version } = cache
      const output = await withDeadline(handler(input, actor, request), operation.timeoutSeconds)
      const text = serialise(operation, output)
      return sendCached(request, reply, cache.store(request.url, text, version))
    },
    // The input was validated when the response was cached.
    request => (cache.isFresh && !asksToRevalidate(request) ? cache.get(request.url) : undefined),
  )
}

/**
 * Registers an operation whose handler writes the response itself.
 * @param findCached gives a response that can be sent at once, without validating the input
 */
export function bindRoute<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  handle: (
    input: InputOf<Op>,
    request: FastifyRequest,
    reply: FastifyReply,
    actor: ActorOf<Op>,
  ) => Promise<unknown>,
  findCached: (request: FastifyRequest) => CachedResponse | undefined = () => undefined,
): void {
  const readInput = createInputReader(operation)
  const countUser = app.rateLimits.createUserLimit(operation)
  const forGuests = operation.who === 'guest'
  if (!forGuests && operation.caching === 'public') {
    throw new Error(`${operation.name} cannot be cached publicly: it is not for guests.`)
  }
  app.route({
    // HEAD is offered for public operations only: they have no side effects.
    method: operation.caching === 'public' ? [operation.method, 'HEAD'] : operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: operation.bodyLimit ?? byteLimits.jsonBody,
    config: {
      ...rateLimitConfig(operation),
      ...(operation.multipart && { takesForm: true }),
      // Operations for others than guests authenticate below.
      isAlwaysOpen: operation.isAlwaysOpen || !forGuests,
    },
    ...(operation.sameOrigin && { onRequest: requireSameOriginAndCount }),
    handler(request, reply) {
      if (forGuests) {
        seeListener(request)
        const cached = findCached(request)
        if (cached) return sendCached(request, reply, cached)
      }
      const context: QueryContext = { operation: operation.name }
      if (!forGuests) return queryContext.run(context, () => handleAuthenticated(request, reply, context))
      return queryContext.run(context, () =>
        handle(readInput(request), request, reply, undefined as ActorOf<Op>),
      )
    },
  })

  /** Runs before the operation's own limit counts: another site's page must not use up its visitor's share. */
  async function requireSameOriginAndCount(request: FastifyRequest): Promise<void> {
    try {
      requireSameOrigin(request)
    } catch (error) {
      app.rateLimits.countUnrouted(request)
      throw error
    }
  }

  async function handleAuthenticated(
    request: FastifyRequest,
    reply: FastifyReply,
    context: QueryContext,
  ): Promise<unknown> {
    const takesBoth = operation.who === 'sender' || operation.who === 'administrator'
    const hasServiceKey = takesBoth && request.headers[SERVICE_KEY_HEADER] !== undefined
    if (operation.who === 'service' || hasServiceKey) {
      const scope = operation.who === 'administrator' ? 'administer' : 'send'
      const service = await withDeadline(authenticateService(request, scope))
      // The per-user limit of operations for senders is for listeners only.
      if (!hasServiceKey) countUser(service.serviceKey)
      return handle(readInput(request), request, reply, service as ActorOf<Op>)
    }
    const actor = await withDeadline(authenticateUser(operation, request))
    context.listener = actor.userId
    seeListener(request)
    if (operation.who === 'administrator' && !(await withDeadline(app.isAdministrator(actor.userId))))
      throw new ForbiddenError('Only administrators may do this.')
    if (operation.needsRecentSignIn) requireRecentSignIn(actor)
    countUser(actor.userId)
    try {
      return await handle(readInput(request), request, reply, actor as ActorOf<Op>)
    } catch (error) {
      // If the account has just been deleted, this throws 401.
      if (isForeignKeyViolation(error)) await authenticateUser(operation, request)
      throw error
    }
  }
}
