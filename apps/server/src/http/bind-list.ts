import { AsyncLocalStorage } from 'node:async_hooks'
import { type Duplex, pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { InputOf, Operation } from '@refrain/contract/operation'
import type { FastifyInstance } from 'fastify'
import { bindRoute } from './bind.ts'
import { beforeDeadline } from './limits/deadline.ts'
import type { ActorOf } from './requests/actor.ts'
import { KeptList } from './responses/cached-list.ts'
import { compressor, pickEncoding } from './responses/compression.ts'
import { jsonList } from './responses/json-array.ts'
import { hasAlready, JSON_TYPE, PUBLIC } from './responses/send-json.ts'

/**
 * Answers a public operation with a whole list, sent as it grows: made once for each version of the catalogue and of its
 * counts.
 * @param readCounts another text when a count in the list may be another; costs little
 */
export function bindKeptList<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  readSlices: () => AsyncIterable<readonly unknown[]>,
  readCounts: () => Promise<string>,
): void {
  const { answers } = app
  let list: KeptList | undefined
  let making: Promise<KeptList> | undefined

  async function current(): Promise<KeptList> {
    if (!answers.fresh) await answers.refresh()
    if (making) return making
    if (list?.holds(answers.version)) return list
    making = renew(answers.version).finally(() => {
      making = undefined
    })
    list = await making
    return list
  }

  async function renew(version: number): Promise<KeptList> {
    const asOf = performance.now()
    const counts = await readCounts()
    if (list?.confirm({ version, counts, asOf })) return list
    return KeptList.make(readSlices(), { version, counts, asOf })
  }

  bindRoute(app, operation, async (_input, request, reply) => {
    const answer = await beforeDeadline(current())
    reply.header('cache-control', PUBLIC).header('etag', answer.etag).header('vary', 'accept-encoding')
    if (hasAlready(request, answer.etag)) {
      return reply.code(304).send()
    }
    reply.header('content-type', JSON_TYPE)
    const encoding = pickEncoding(request.headers['accept-encoding'])
    if (request.method === 'HEAD') return reply.send()
    const bytes = Readable.from(answer.read(encoding ?? 'gzip'))
    if (!encoding) return reply.send(through(bytes, createGunzip()))
    return reply.header('content-encoding', encoding).send(bytes)
  })
}

/** Answers an operation with a list that nobody keeps, sent slice by slice. */
export function bindList<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  readSlices: (input: InputOf<Op>, actor: ActorOf<Op>) => AsyncIterable<readonly unknown[]>,
): void {
  bindRoute(app, operation, async (input, request, reply, actor) => {
    const text = jsonList(readSlices(input, actor))
    // Later slices are read when the network asks for more, still on behalf of this caller.
    const asCaller = AsyncLocalStorage.snapshot()
    const first = await beforeDeadline(text.next())
    const whole = Readable.from(
      (async function* () {
        try {
          for (let next = first; !next.done; next = await asCaller(() => text.next())) yield next.value
        } finally {
          await text.return(undefined)
        }
      })(),
    )
    reply
      .header('cache-control', 'no-store')
      .header('content-type', JSON_TYPE)
      .header('vary', 'accept-encoding')
    const encoding = pickEncoding(request.headers['accept-encoding'])
    if (!encoding) return reply.send(whole)
    return reply.header('content-encoding', encoding).send(through(whole, compressor(encoding)))
  })
}

/** What breaks off on one side ends the other; whoever reads the end hears of it. */
function through(source: Readable, transform: Duplex): Readable {
  return pipeline(source, transform, () => {})
}
