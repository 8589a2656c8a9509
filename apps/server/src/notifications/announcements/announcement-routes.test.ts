import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { registerGuestDevice, updateDeviceToken } from '@refrain/contract/notifications/devices'
import { sendEmail, sendNotification } from '@refrain/contract/notifications/messages'
import { updateMailPermission, updatePushPermission } from '@refrain/contract/notifications/permissions'
import { expect, it } from 'vitest'
import { markAddressVerified } from '../../account/email/address-store.ts'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import { write } from '../../database/retry.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

const NOTICE = {
  title: 'Tonight',
  body: 'Nina plays at nine.',
  type: 'fromArtists',
  url: '/artist/a',
} as const
const MAIL = { subject: 'Tonight', message: 'Nina plays.\nAt nine.', type: 'aboutArtistsAndMusic' } as const

onBothDatabases('announcements', openDatabase => {
  /** Ada allows everything and has two devices, Grace has one and allows nothing. */
  async function start(settings = {}) {
    const open = await openDatabase()
    const app = await startApp(open, { settings })
    const ada = await signUp(app)
    const grace = await signUp(app, GRACE)
    const idOf = async (who: Record<string, string>) => (await answerOf(app, fetchOwnUser, {}, who))._id
    const userId = await idOf(ada)
    const graceId = await idOf(grace)
    const allow = async (id: string, who: Record<string, string>) => {
      const given = { userId: id, permission: true } as const
      await answerOf(app, updatePushPermission, { ...given, type: 'fromArtists' }, who)
      await answerOf(app, updateMailPermission, { ...given, type: 'aboutArtistsAndMusic' }, who)
    }
    await allow(userId, ada)
    const verify = (id: string) => write(open.db, tx => markAddressVerified(tx, id, 1))
    await verify(userId)
    const register = (n: string, id: string, who: Record<string, string>) =>
      answerOf(app, updateDeviceToken, { userId: id, token: `a-device-of-Firebase:${n}` }, who)
    await register('one', userId, ada)
    await register('two', userId, ada)
    await register('three', graceId, grace)
    await answerOf(app, registerGuestDevice, { token: 'a-device-of-Firebase:of-a-guest' })
    // Deletes the welcome emails.
    await open.db.deleteFrom('deliveries').execute()
    const service = { 'service-key': await createServiceKey(open.db, 'bell') }
    /** Whom it is for, by the device's token or the listener's id, and what is said. */
    const queued = async () => {
      const rows = await open.db
        .selectFrom('deliveries')
        .leftJoin('devices', 'devices.id', 'deliveries.recipient')
        .select(['channel', 'kind', 'recipient', 'body', 'needs_permission', 'token'])
        .orderBy('deliveries.created_at')
        .orderBy('token')
        .execute()
      return rows.map(({ body, token, recipient, ...row }) => ({
        ...row,
        to: token?.split(':')[1] ?? recipient,
        body: JSON.parse(body),
      }))
    }
    const push = (who: Record<string, string>, given = {}) =>
      call(app, sendNotification, { ...NOTICE, ...given }, who)
    const mail = (who: Record<string, string>, given = {}) => call(app, sendEmail, { ...MAIL, ...given }, who)
    return {
      app,
      ada,
      grace,
      graceId,
      userId,
      db: open.db,
      async allow() {
        await allow(graceId, grace)
        await verify(graceId)
      },
      service,
      queued,
      push,
      mail,
    }
  }

  it('by a service key go to everybody who allows their type, with the given text (API-67, API-70, PROP-55, PROP-56, NOT-06)', async () => {
    const { service, queued, push, mail, userId, graceId, allow } = await start()
    const answer = await push(service)
    expect([answer.statusCode, answer.json()]).toEqual([202, { success: true, sent: true }])
    const { title, body, url } = NOTICE
    const told = { channel: 'push', kind: 'message', needs_permission: 1 }
    expect(await queued()).toMatchObject([
      { ...told, to: 'one', body: { title, body, url } },
      { ...told, to: 'two', body: { title, body, url } },
    ])
    await allow()
    expect((await mail(service)).statusCode).toBe(202)
    const mails = (await queued()).filter(({ channel }) => channel === 'mail')
    expect(mails.map(({ to }) => to).toSorted()).toEqual([userId, graceId].toSorted())
    for (const { kind, body: said, needs_permission } of mails) {
      expect([kind, said, needs_permission]).toEqual([
        'message',
        { subject: MAIL.subject, message: MAIL.message },
        1,
      ])
    }
  })

  it("by a listener reaches their own devices and address alone, in the service's words (API-67, API-70, PROP-56)", async () => {
    const { ada, userId, queued, push, mail } = await start()
    expect([(await push(ada)).statusCode, (await mail(ada)).statusCode]).toEqual([202, 202])
    const all = await queued()
    expect(all.map(({ to }) => to).toSorted()).toEqual(['one', 'two', userId].toSorted())
    expect(all.every(({ needs_permission }) => needs_permission === 1)).toBe(true)
    expect(JSON.stringify(all)).not.toMatch(/Tonight|Nina/)
    expect(all.find(({ channel }) => channel === 'push')?.body).toMatchObject({ url: NOTICE.url })
  })

  it('by email go to verified addresses of accounts that are not disabled', async () => {
    const { db, grace, queued, mail, service, userId, graceId, allow } = await start()
    await allow()
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', graceId).execute()
    expect((await mail(grace)).json()).toEqual({ success: true, sent: false })
    await mail(service)
    expect((await queued()).map(({ to }) => to)).toEqual([userId])
    await db.updateTable('users').set({ disabled_at: 1 }).where('id', '=', userId).execute()
    expect((await mail(service)).json()).toEqual({ success: true, sent: false })
  })

  it('go to nobody who does not allow them, and the answer says so (API-67, API-70, PROP-56)', async () => {
    const { grace, queued, push, mail } = await start()
    for (const answer of [await push(grace), await mail(grace)]) {
      expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, sent: false }])
    }
    expect(await queued()).toEqual([])
  })

  it('are refused to guests, wrong keys and other sites (API-67, API-70, PROP-56, READ-26)', async () => {
    const { ada, service, queued, push, mail } = await start()
    const cookie = { cookie: `token=${ada['auth-token']}` }
    const key = service['service-key']
    const anotherKey = (key.startsWith('x') ? 'y' : 'x') + key.slice(1)
    for (const send of [push, mail]) {
      const status = async (headers: Record<string, string>) => (await send(headers)).statusCode
      expect(await status({})).toBe(401)
      expect(await status({ 'service-key': anotherKey })).toBe(401)
      // Whoever shows a key is asked for a right one.
      expect(await status({ ...ada, 'service-key': 'malformed' })).toBe(401)
      expect(await status({ ...cookie, 'sec-fetch-site': 'cross-site' })).toBe(403)
    }
    expect(await queued()).toEqual([])
    expect((await push(cookie)).statusCode).toBe(202)
  })

  it('are sent once per idempotency-key (API-67, API-70)', async () => {
    const { ada, grace, service, queued, push, mail, allow } = await start()
    const key = { 'idempotency-key': 'k' }
    for (const headers of [service, service, ada, ada]) await push({ ...headers, ...key })
    // Two devices, once by the program and once by Ada: the same key of different senders does not collide.
    expect(await queued()).toHaveLength(4)
    await allow()
    for (const headers of [ada, ada, grace]) await mail({ ...headers, ...key })
    expect(await queued()).toHaveLength(6)
    await mail(ada)
    await mail(ada)
    expect(await queued()).toHaveLength(8)
    expect((await push({ ...ada, 'idempotency-key': 'not an id' })).statusCode).toBe(400)
  })

  it('are limited for members to ten pushes an hour and five emails a day, unlimited for programs (API-67, API-70)', async () => {
    const { ada, service, push, mail } = await start({ rateLimitScale: 1 })
    const statuses = async (send: typeof push, who: Record<string, string>) => {
      const all: number[] = []
      for (let n = 0; n < 11; n++) all.push((await send(who)).statusCode)
      return [all.indexOf(429), new Set(all)]
    }
    expect(await statuses(push, ada)).toEqual([10, new Set([202, 429])])
    expect(await statuses(mail, ada)).toEqual([5, new Set([202, 429])])
    expect(await statuses(push, service)).toEqual([-1, new Set([202])])
    expect(await statuses(mail, service)).toEqual([-1, new Set([202])])
  })

  it('are plain text of limited length and link only to our pages (API-67, API-70)', async () => {
    const { service, queued, push, mail } = await start()
    for (const given of [
      { title: 'x'.repeat(81) },
      { title: '' },
      { body: 'x'.repeat(201) },
      { title: 'two\nlines' },
      { type: 'everybody' },
      { type: 'aboutArtistsAndMusic' },
      { url: 'https://evil.example/' },
      { url: '//evil.example/' },
      { url: '/.//evil.example/' },
      { url: '/x/..//evil.example/' },
      { url: '/%2e//evil.example/' },
      { url: '/\\evil.example' },
      { url: '/a\\b' },
      { url: 'javascript:alert(1)' },
      { url: 'artist/a' },
      { url: '' },
      { userId: 'somebody' },
    ])
      expect([given, (await push(service, given)).statusCode]).toEqual([given, 400])
    for (const given of [
      { subject: 'x'.repeat(121) },
      { subject: 'Tonight\r\nBcc: all@example.org' },
      { subject: 'Tonight\nagain' },
      { subject: 'Tonight\0' },
      { message: 'x'.repeat(2001) },
      { message: 'a\0b' },
      { message: '' },
      { type: 'fromArtists' },
      { to: 'victim@example.org' },
    ])
      expect([given, (await mail(service, given)).statusCode]).toEqual([given, 400])
    expect(await queued()).toEqual([])
    await mail(service, { message: 'One\r\nTwo\rThree\n\nFive' })
    expect((await queued())[0]?.body.message).toBe('One\nTwo\nThree\n\nFive')
  })
})
