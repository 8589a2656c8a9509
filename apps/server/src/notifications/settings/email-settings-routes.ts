import { MAIL_SETTINGS_PATH } from '@refrain/contract/service-paths'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { NotFoundError } from '../../http/errors/request-errors.ts'
import { withDeadline } from '../../http/limits/deadline.ts'
import { MAIL_SETTINGS_CSP } from '../../http/security/security-headers.ts'
import { readServiceName } from '../../live-settings/live-settings.ts'
import type { LiveUpdates } from '../../live-updates/live-updates.ts'
import type { GivenSettings } from '../../setting-schemas.ts'
import { readEmailRecipient } from '../email/email-recipient-store.ts'
import { isMailboxStopped, setMailboxStopped } from '../email/mailbox-store.ts'
import { oldestLinkMonth, type SignedLinks } from '../email/signed-links.ts'
import { renderEmailSettings, renderExpiredLink, renderMailboxSettings } from './email-settings-page.ts'
import { setPermission } from './permission-store.ts'

const PER_MINUTE = 60
/** 32 bytes in base64url. */
const KEY = /^[\w-]{43}$/
const FORM_BYTES = 4 * 1024

export interface EmailSettingsParts {
  readonly db: Database
  readonly links: SignedLinks
  readonly liveUpdates: LiveUpdates
  readonly given: GivenSettings
}

/**
 * Email settings behind a signed link, without logging in. GET shows the page and changes nothing, because mail filters
 * open every link; POST changes the setting, from the page's button or a mail program (RFC 8058).
 */
export async function registerEmailSettings(app: FastifyInstance, parts: EmailSettingsParts): Promise<void> {
  await app.register(async scope => {
    // The only route that accepts forms. Mail programs may post any body: what counts is the request.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    registerPage(scope, parts)
  })
}

function registerPage(app: FastifyInstance, { db, links, liveUpdates, given }: EmailSettingsParts): void {
  // Its signed link says whose settings they are.
  const config = { perMinute: PER_MINUTE, isAlwaysOpen: true }

  /** The member named by a signed link; undefined if the signature is wrong or the account is gone. */
  async function findMember(request: FastifyRequest) {
    const { user = '', month = '', key = '' } = request.query as Record<string, unknown>
    if (typeof user !== 'string' || typeof month !== 'string' || typeof key !== 'string') return undefined
    return (await links.isValidSettingsKey(user, month, key)) ? readEmailRecipient(db, user) : undefined
  }

  /** The mailbox named by a signed link; undefined if the signature is wrong. */
  async function findMailbox(request: FastifyRequest): Promise<string | undefined> {
    const { mailbox, month = '', key } = request.query as Record<string, unknown>
    if (typeof mailbox !== 'string' || typeof month !== 'string' || typeof key !== 'string') return undefined
    return (await links.isValidStopKey(mailbox, month, key)) ? mailbox : undefined
  }

  async function renderFor(request: FastifyRequest): Promise<string | undefined> {
    const mailbox = await findMailbox(request)
    const serviceName = await readServiceName(db, given)
    const page = { action: ownAddress(request), serviceName }
    if (mailbox) return renderMailboxSettings({ ...page, stopped: await isMailboxStopped(db, mailbox) })
    const member = await findMember(request)
    if (!member) return looksExpired(request) ? renderExpiredLink(page) : undefined
    const account = `${app.pathPrefix}/user/${encodeURIComponent(member.userId)}`
    return renderEmailSettings({ ...page, on: member.allowsEmail, account })
  }

  app.get(MAIL_SETTINGS_PATH, { config }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const page = await withDeadline(renderFor(request))
    // The mail program may have truncated the link.
    if (!page) return reply.redirect(`${app.pathPrefix}/`, 303)
    return reply
      .header('content-security-policy', MAIL_SETTINGS_CSP)
      .header('referrer-policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(page)
  })

  app.post(MAIL_SETTINGS_PATH, { config: { ...config, takesForm: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
    const mailbox = await withDeadline(findMailbox(request))
    if (mailbox) {
      const isStop = form.get('stop') !== 'off'
      await withDeadline(write(db, tx => setMailboxStopped(tx, mailbox, isStop, Date.now())))
      return reply.redirect(ownAddress(request), 303)
    }
    const member = await withDeadline(findMember(request))
    if (!member) throw new NotFoundError()
    const { userId } = member
    await withDeadline(write(db, tx => setPermission(tx, userId, 'aboutArtistsAndMusic', false)))
    liveUpdates.publish({ userId }, 'notifications')
    // The page's form gets the page again; a mail program needs no content.
    return form.has('allow') ? reply.redirect(ownAddress(request), 303) : reply.send('')
  })
}

/** Whether a link has the form of one that is too old; those of earlier versions name no month. */
function looksExpired({ query }: FastifyRequest): boolean {
  const { user, mailbox, month = '0', key } = query as Record<string, unknown>
  const isOld = Number(month) < oldestLinkMonth(Date.now())
  return isOld && KEY.test(String(key)) && (typeof user === 'string' || typeof mailbox === 'string')
}

/** The signed address. A request line may name the origin of somebody else before it. */
function ownAddress({ url, server }: FastifyRequest): string {
  const at = url.indexOf('?')
  return server.pathPrefix + MAIL_SETTINGS_PATH + (at < 0 ? '' : url.slice(at))
}
