import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { countLimits } from '@refrain/contract/limits'
import { listenToChanges } from '@refrain/contract/live-updates'
import type { FastifyInstance } from 'fastify'
import type { OpenDatabase } from '../database/open.ts'
import { bindRoute } from '../http/bind.ts'
import { abortAtDeadline } from '../http/limits/deadline.ts'
import type { Actor } from '../http/requests/actor.ts'
import { EventStream } from './event-stream.ts'
import { LiveUpdates, type Subscriber } from './live-updates.ts'

/** Before all that changes something, so that it can say so. */
export function registerLiveUpdates(app: FastifyInstance, open: OpenDatabase): void {
  const changes = new LiveUpdates(open)
  const streams = new Map<Subscriber, EventStream>()
  app.decorate('changes', changes)
  // A stream never ends by itself: the service would wait for it.
  app.addHook('preClose', async () => {
    for (const stream of streams.values()) stream.end()
  })
  app.addHook('onClose', () => changes.close())

  bindRoute(app, listenToChanges, async (_input, request, reply, actor) => {
    const { [TOKEN_HEADER]: token } = request.headers
    const stillSignedIn = async () => (await app.findSession(String(token))) !== undefined
    const ear = earOf(actor)
    const end = await abortAtDeadline(async late => {
      const endListening = await changes.subscribe(ear)
      // Whoever was told to come back listens no more.
      if (late.aborted) endListening()
      return endListening
    })
    // One that lost its connection may not know it yet: rather the oldest goes than that nobody gets in.
    const older = changes.subscribersOf(actor.userId).slice(0, -countLimits.liveUpdateStreams)
    for (const other of older) streams.get(other)?.end()
    const stream = new EventStream(reply, stillSignedIn, () => {
      end()
      streams.delete(ear)
    })
    streams.set(ear, stream)
    // The session may have ended since it was looked up.
    stream.checkSession()
  })

  function earOf({ userId, tab }: Actor): Subscriber {
    const ear: Subscriber = {
      userId,
      tab,
      send: change => streams.get(ear)?.send(change),
      checkSession: () => streams.get(ear)?.checkSession(),
    }
    return ear
  }
}
