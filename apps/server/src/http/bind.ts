import { SERVICE_KEY_HEADER } from '@refrain/contract/account/session'
import { byteLimits } from '@refrain/contract/limits'
import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type QueryContext, queryContext } from '../database/connection-scheduler.ts'
import { isForeignKeyViolation } from '../database/error-kinds.ts'
import { withDeadline } from './limits/deadline.ts'
import { createUserLimit, rateLimitConfig } from './limits/rate-limits.ts'
import { type ActorOf, authenticateService, authenticateUser } from './requests/actor.ts'
import { createInputReader } from './requests/read-input.ts'
import type { CachedResponse, ResponseCache } from './responses/response-cache.ts'
import { sendCached, sendUncached } from './responses/send-json.ts'
import { requireSameOrigin } from './security/same-origin.ts'

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache
  }
  interface FastifyContextConfig {
    /** True where the body is a form with a file and not JSON. */
    takesForm?: boolean
  }
}

/**
 * Answers an operation at its address: input checked, caller checked, answered as JSON. The handler of an
 * operation that is not for guests is given who calls. What is `public` is kept until the catalogue changes.
 * @param answers where it is kept, for a call of which there may be more answers than things in the catalogue
 */
export function bind<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  handler: (input: InputOf<Op>, actor: ActorOf<Op>) => Promise<OutputOf<Op>> | OutputOf<Op>,
  answers: ResponseCache = app.responseCache,
): void {
  if (operation.caching === 'none') {
    bindRoute(app, operation, async (input, request, reply, actor) =>
      sendUncached(
        request,
        reply,
        JSON.stringify(await withDeadline(handler(input, actor), operation.timeoutSeconds)),
      ),
    )
    return
  }
  bindRoute(
    app,
    operation,
    async (input, request, reply, actor) => {
      if (!answers.isFresh) {
        await answers.refresh()
        const kept = answers.get(request.url)
        if (kept) return sendCached(request, reply, kept)
      }
      const { version } = answers
      const text = JSON.stringify(await withDeadline(handler(input, actor), operation.timeoutSeconds))
      return sendCached(request, reply, answers.store(request.url, text, version))
    },
    // An address whose answer is kept was checked when it was answered first.
    request => (answers.isFresh ? answers.get(request.url) : undefined),
  )
}

/**
 * Registers the operation's route; for handlers that write their answer themselves.
 * @param atHand gives an answer that needs neither a check of the input nor any waiting
 */
export function bindRoute<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  answer: (
    input: InputOf<Op>,
    request: FastifyRequest,
    reply: FastifyReply,
    actor: ActorOf<Op>,
  ) => Promise<unknown>,
  atHand: (request: FastifyRequest) => CachedResponse | undefined = () => undefined,
): void {
  const readInput = createInputReader(operation)
  const countUser = createUserLimit(app.rateLimitScale, operation)
  const forGuests = operation.who === 'guest'
  if (!forGuests && operation.caching === 'public') {
    throw new Error(`${operation.name} would be kept for everybody.`)
  }
  app.route({
    // HEAD of what changes nothing and may be kept by anybody is safe; of anything else it stays off.
    method: operation.caching === 'public' ? [operation.method, 'HEAD'] : operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: operation.bodyLimit ?? byteLimits.jsonBody,
    config: { ...rateLimitConfig(operation), ...(operation.multipart && { takesForm: true }) },
    ...(operation.sameOrigin && { onRequest: refuseAndCount }),
    handler(request, reply) {
      const user: QueryContext = { operation: operation.name }
      if (!forGuests) return queryContext.run(user, () => answerActor(request, reply, user))
      const kept = atHand(request)
      if (kept) return sendCached(request, reply, kept)
      return queryContext.run(user, () =>
        answer(readInput(request), request, reply, undefined as ActorOf<Op>),
      )
    },
  })

  /** Before the operation's own limit counts: another site's page must not use that up for its reader. */
  async function refuseAndCount(request: FastifyRequest): Promise<void> {
    try {
      requireSameOrigin(request)
    } catch (refusal) {
      app.countRequest(request)
      throw refusal
    }
  }

  async function answerActor(
    request: FastifyRequest,
    reply: FastifyReply,
    user: QueryContext,
  ): Promise<unknown> {
    const byKey = operation.who === 'sender' && request.headers[SERVICE_KEY_HEADER] !== undefined
    if (operation.who === 'service' || byKey) {
      const service = await withDeadline(authenticateService(request))
      // The limit of what is for senders is the listeners'.
      if (!byKey) countUser(service.serviceKey)
      return answer(readInput(request), request, reply, service as ActorOf<Op>)
    }
    const actor = await withDeadline(authenticateUser(operation, request))
    user.listener = actor.userId
    countUser(actor.userId)
    try {
      return await answer(readInput(request), request, reply, actor as ActorOf<Op>)
    } catch (error) {
      // The account may have been deleted since: then this refuses the caller (401).
      if (isForeignKeyViolation(error)) await authenticateUser(operation, request)
      throw error
    }
  }
}
