import { readFile } from 'node:fs/promises'
import { MAIL_SETTINGS_PATH } from '@refrain/contract/service-paths'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { beforeDeadline } from '../../http/limits/deadline.ts'
import { MAIL_SETTINGS_POLICY } from '../../http/security/security-headers.ts'
import { readEmailRecipient } from '../email/email-recipient-store.ts'
import { isMailboxStopped, setMailboxStopped } from '../email/mailbox-store.ts'
import type { SignedLinks } from '../email/signed-links.ts'
import { renderEmailSettings, renderMailboxSettings } from './email-settings-page.ts'
import { setPermission } from './permission-store.ts'

const STYLE = {
  url: `${MAIL_SETTINGS_PATH}/page.css`,
  file: new URL('./email-settings.css', import.meta.url),
}
const PER_MINUTE = 60
const FORM_BYTES = 4 * 1024

/**
 * What a listener switches off by a signed address from a mail, without logging in: a page to look at, which changes
 * nothing (mail filters open every address), and what is posted to it, by its button or a mail program (RFC 8058).
 */
export async function registerEmailSettings(
  app: FastifyInstance,
  parts: { readonly db: Database; readonly links: SignedLinks },
): Promise<void> {
  app.get(STYLE.url, async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/css; charset=utf-8')
      .send(await readFile(STYLE.file)),
  )
  await app.register(async scope => {
    // Forms come here and nowhere else; of one that is not read all that counts is that it was sent.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    registerPage(scope, parts)
  })
}

function registerPage(app: FastifyInstance, { db, links }: { db: Database; links: SignedLinks }): void {
  const config = { perMinute: PER_MINUTE }

  /** The listener of a signed address; undefined where it is not ours, or the account is gone. */
  async function findReader(request: FastifyRequest) {
    const { user = '', key = '' } = request.query as { user?: unknown; key?: unknown }
    if (typeof user !== 'string' || typeof key !== 'string') return undefined
    return (await links.isValidSettingsKey(user, key)) ? readEmailRecipient(db, user) : undefined
  }

  /** The mailbox of a signed address; undefined where it is not ours. */
  async function findMailbox(request: FastifyRequest): Promise<string | undefined> {
    const { mailbox, key } = request.query as { mailbox?: unknown; key?: unknown }
    if (typeof mailbox !== 'string' || typeof key !== 'string') return undefined
    return (await links.isValidStopKey(mailbox, key)) ? mailbox : undefined
  }

  async function renderFor(request: FastifyRequest): Promise<string | undefined> {
    const page = { action: request.url, style: STYLE.url }
    const mailbox = await findMailbox(request)
    if (mailbox) return renderMailboxSettings({ ...page, stopped: await isMailboxStopped(db, mailbox) })
    const reader = await findReader(request)
    if (!reader) return undefined
    const account = `/user/${encodeURIComponent(reader.userId)}`
    return renderEmailSettings({ ...page, on: reader.allowsEmail, account })
  }

  app.get(MAIL_SETTINGS_PATH, { config }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const page = await beforeDeadline(renderFor(request))
    // A mail program may have cut the address: Home is where anybody finds their way.
    if (!page) return reply.redirect('/', 303)
    return reply
      .header('content-security-policy', MAIL_SETTINGS_POLICY)
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page)
  })

  app.post(MAIL_SETTINGS_PATH, { config: { ...config, takesForm: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    const mailbox = await beforeDeadline(findMailbox(request))
    if (mailbox) {
      const isStop = form.get('stop') !== 'off'
      await beforeDeadline(write(db, tx => setMailboxStopped(tx, mailbox, isStop, Date.now())))
      return reply.redirect(request.url, 303)
    }
    const reader = await beforeDeadline(findReader(request))
    if (!reader) throw new NotFoundError()
    const { userId } = reader
    await beforeDeadline(write(db, tx => setPermission(tx, userId, 'aboutArtistsAndMusic', false)))
    app.changes.tell({ userId }, 'notifications')
    // By the form of the page: back to it, as it is now. A mail program is shown nothing.
    return form.has('allow') ? reply.redirect(request.url, 303) : reply.send('')
  })
}
