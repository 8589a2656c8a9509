import { fetchSessions, revokeOtherSessions, revokeSession } from '@refrain/contract/account/own-sessions'
import type { FastifyInstance } from 'fastify'
import { bind } from '../../http/bind.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import type { AccountEmails } from '../account-emails.ts'
import type { Sessions } from './sessions.ts'

/** Where a listener is signed in. */
export function registerSessions(
  app: FastifyInstance,
  sessions: Sessions,
  { liveUpdates, mails }: { liveUpdates: LiveUpdates; mails: AccountEmails },
): void {
  bind(app, fetchSessions, async (_input, { userId, session }) => ({
    sessions: await sessions.list(userId, session),
  }))
  bind(app, revokeSession, async ({ id }, actor) => {
    if (!(await sessions.revoke(actor.userId, id, mails)))
      throw new NotFoundError('You have no such session.')
    liveUpdates.publish(actor, 'user')
    return { success: true as const }
  })
  bind(app, revokeOtherSessions, async (_input, actor) => {
    await sessions.revokeOthers(actor.userId, actor.session, mails)
    liveUpdates.publish(actor, 'user')
    return { success: true as const }
  })
}
