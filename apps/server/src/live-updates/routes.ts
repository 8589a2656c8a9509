import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { countLimits } from '@refrain/contract/limits'
import { listenToChanges } from '@refrain/contract/live-updates'
import type { FastifyInstance } from 'fastify'
import { bindRoute } from '../http/bind.ts'
import { withDeadline } from '../http/limits/deadline.ts'
import { EventStream } from './event-stream.ts'
import type { LiveUpdates } from './live-updates.ts'

/** Streams a listener's live updates as server-sent events. */
export function registerLiveUpdates(app: FastifyInstance, liveUpdates: LiveUpdates): void {
  app.addHook('preClose', async () => liveUpdates.endStreams())
  app.addHook('onClose', () => liveUpdates.close())

  bindRoute(app, listenToChanges, async (_input, request, reply, actor) => {
    const { [TOKEN_HEADER]: token } = request.headers
    const isSignedIn = async () => (await app.findSession(String(token))) !== undefined
    await withDeadline(liveUpdates.connect())
    // A client that left meanwhile gets no `close` event: its stream would stay for ever.
    if (reply.raw.destroyed) return reply.hijack()
    const stream = new EventStream(reply, actor, isSignedIn)
    reply.raw.once('close', liveUpdates.subscribe(stream))
    // The oldest may be a connection that is lost without our knowing it.
    const surplus = liveUpdates.subscribersOf(actor.userId).slice(0, -countLimits.liveUpdateStreams)
    for (const oldest of surplus) oldest.end()
    // The session may have ended since it was looked up.
    stream.checkSession()
  })
}
