import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { checkInput } from './check-input.ts'
import { beforeDeadline } from './deadline.ts'
import { UnauthorizedError } from './errors.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { limitRate } from './limit-rate.ts'
import { sendKept, sendOnce } from './send-answer.ts'

declare module 'fastify' {
  interface FastifyInstance {
    answers: KeptAnswers
  }
}

const BODY_LIMIT = 64 * 1024

/**
 * Answers an operation at its address: input checked, caller checked, answered as JSON.
 * What is `public` is kept until the catalogue changes.
 */
export function bind<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  handler: (input: InputOf<Op>, request: FastifyRequest) => Promise<OutputOf<Op>> | OutputOf<Op>,
): void {
  if (operation.caching === 'none') {
    bindRoute(app, operation, async (input, request, reply) =>
      sendOnce(request, reply, JSON.stringify(await beforeDeadline(handler(input, request)))),
    )
    return
  }
  const { answers } = app
  // An address whose answer is kept was checked when it was answered first.
  const again = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!answers.fresh) await answers.refresh()
    const kept = answers.get(request.url)
    if (kept) await sendKept(request, reply, kept)
    return kept !== undefined
  }
  bindRoute(
    app,
    operation,
    async (input, request, reply) => {
      const { version } = answers
      const body = Buffer.from(JSON.stringify(await beforeDeadline(handler(input, request))))
      await sendKept(request, reply, answers.keep(request.url, body, version))
    },
    again,
  )
}

/**
 * Registers the operation's route; for handlers that write their answer themselves.
 * @param before may answer before the input is checked, and says whether it did.
 */
export function bindRoute<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  answer: (input: InputOf<Op>, request: FastifyRequest, reply: FastifyReply) => Promise<void>,
  before?: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>,
): void {
  app.route({
    // HEAD of what changes nothing and may be kept by anybody is safe; of anything else it stays off.
    method: operation.caching === 'public' ? [operation.method, 'HEAD'] : operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: operation.bodyLimit ?? BODY_LIMIT,
    config: limitRate(app, operation.perMinute),
    async handler(request, reply) {
      honour(operation, request)
      if (!(await before?.(request, reply))) await answer(checkInput(operation, request), request, reply)
      return reply
    },
  })
}

/** Lets through whom the operation names. Nobody can sign in yet, so only guests' calls are answered. */
function honour(operation: Operation, _request: FastifyRequest): void {
  if (operation.who !== 'guest') throw new UnauthorizedError()
}
