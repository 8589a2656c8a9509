import { AsyncLocalStorage } from 'node:async_hooks'
import { type Duplex, pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { InputOf, Operation } from '@refrain/contract/operation'
import type { FastifyInstance } from 'fastify'
import { bindRoute } from './bind.ts'
import { withDeadline } from './limits/deadline.ts'
import type { ActorOf } from './requests/actor.ts'
import { CachedList } from './responses/cached-list.ts'
import { createCompressor, pickEncoding } from './responses/compression.ts'
import { JSON_TYPE, matchesEtag, PUBLIC_CACHE_CONTROL } from './responses/send-json.ts'
import { streamJsonArray } from './responses/stream-json.ts'
import { cacheControlFor } from './security/private-service.ts'

/**
 * Registers a public operation that sends a complete list. The list is built once for each state of the catalogue, and
 * sent while it is being built.
 * @param readCountVersion cheap; returns another text when a play or follower count in the list may have changed
 */
export function bindCachedList<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  readSlices: () => AsyncIterable<readonly unknown[]>,
  readCountVersion: () => Promise<string>,
): void {
  const { responseCache } = app
  let list: CachedList | undefined
  let building: Promise<CachedList> | undefined

  async function current(): Promise<CachedList> {
    if (!responseCache.isFresh) await responseCache.refresh()
    if (building) return building
    if (list?.isCurrent(responseCache.version)) return list
    building = rebuild(responseCache.version).finally(() => {
      building = undefined
    })
    list = await building
    return list
  }

  async function rebuild(version: number): Promise<CachedList> {
    const asOf = performance.now()
    const counts = await readCountVersion()
    if (list?.revalidate({ version, counts, asOf })) return list
    return CachedList.create(readSlices(), operation.outputNames, { version, counts, asOf })
  }

  bindRoute(app, operation, async (_input, request, reply) => {
    const list = await withDeadline(current())
    reply
      .header('cache-control', cacheControlFor(request, PUBLIC_CACHE_CONTROL))
      .header('etag', list.etag)
      .header('vary', 'accept-encoding')
    if (matchesEtag(request, list.etag)) {
      return reply.code(304).send()
    }
    reply.header('content-type', JSON_TYPE)
    const encoding = pickEncoding(request.headers['accept-encoding'])
    if (request.method === 'HEAD') return reply.send()
    const bytes = Readable.from(list.read(encoding ?? 'gzip'))
    if (!encoding) return reply.send(pipe(bytes, createGunzip()))
    return reply.header('content-encoding', encoding).send(bytes)
  })
}

/** Registers an operation that sends an uncached list slice by slice. */
export function bindStreamedList<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  readSlices: (input: InputOf<Op>, actor: ActorOf<Op>) => AsyncIterable<readonly unknown[]>,
): void {
  bindStreamed(app, operation, (input, actor) =>
    streamJsonArray(readSlices(input, actor), operation.outputNames),
  )
}

/** Registers an operation that sends uncached JSON piece by piece. */
export function bindStreamed<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  readPieces: (input: InputOf<Op>, actor: ActorOf<Op>) => AsyncGenerator<string>,
): void {
  bindRoute(app, operation, async (input, request, reply, actor) => {
    const text = readPieces(input, actor)
    // Later slices are read when the socket drains, outside of this caller's async context.
    const inContext = AsyncLocalStorage.snapshot()
    const first = await withDeadline(text.next(), operation.timeoutSeconds)
    const whole = Readable.from(
      (async function* () {
        for (let next = first; !next.done; next = await inContext(() => text.next())) yield next.value
      })(),
    )
    // Also for a client that has left before anything is read.
    whole.once('close', () => void text.return(undefined).catch(() => {}))
    reply
      .header('cache-control', 'no-store')
      .header('content-type', JSON_TYPE)
      .header('vary', 'accept-encoding')
    const encoding = pickEncoding(request.headers['accept-encoding'])
    if (!encoding) return reply.send(whole)
    return reply.header('content-encoding', encoding).send(pipe(whole, createCompressor(encoding)))
  })
}

/** Pipes with errors and aborts passed on; the reader of the result sees them. */
function pipe(source: Readable, transform: Duplex): Readable {
  return pipeline(source, transform, () => {})
}
