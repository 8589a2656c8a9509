import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { countLimits } from '@refrain/contract/limits'
import { listenToChanges } from '@refrain/contract/live-updates'
import type { FastifyInstance } from 'fastify'
import { bindRoute } from '../http/bind.ts'
import { abortAtDeadline } from '../http/limits/deadline.ts'
import type { Actor } from '../http/requests/actor.ts'
import { EventStream } from './event-stream.ts'
import type { LiveUpdates, Subscriber } from './live-updates.ts'

/** Streams a listener's live updates as server-sent events. */
export function registerLiveUpdates(app: FastifyInstance, liveUpdates: LiveUpdates): void {
  const streams = new Map<Subscriber, EventStream>()
  // Streams never end by themselves, and the server would wait for them.
  app.addHook('preClose', async () => {
    for (const stream of streams.values()) stream.end()
  })
  app.addHook('onClose', () => liveUpdates.close())

  bindRoute(app, listenToChanges, async (_input, request, reply, actor) => {
    const { [TOKEN_HEADER]: token } = request.headers
    const isSignedIn = async () => (await app.findSession(String(token))) !== undefined
    const subscriber = createSubscriber(actor)
    const unsubscribe = await abortAtDeadline(async signal => {
      const end = await liveUpdates.subscribe(subscriber)
      // The caller has already been answered 503.
      if (signal.aborted) end()
      return end
    })
    // The oldest may be a connection that is lost without our knowing it.
    const surplus = liveUpdates.subscribersOf(actor.userId).slice(0, -countLimits.liveUpdateStreams)
    for (const oldest of surplus) streams.get(oldest)?.end()
    const stream = new EventStream(reply, isSignedIn, () => {
      unsubscribe()
      streams.delete(subscriber)
    })
    streams.set(subscriber, stream)
    // The session may have ended since it was looked up.
    stream.checkSession()
  })

  function createSubscriber({ userId, tab }: Actor): Subscriber {
    const subscriber: Subscriber = {
      userId,
      tab,
      send: change => streams.get(subscriber)?.send(change),
      checkSession: () => streams.get(subscriber)?.checkSession(),
    }
    return subscriber
  }
}
