import { deleteUser, fetchOwnUser, updatePassword } from '@refrain/contract/account/own-account'
import { createUser } from '@refrain/contract/account/sign-in'
import { addFollowingArtist, removeFollowingArtist } from '@refrain/contract/library/follows'
import { expect, it, onTestFinished, vi } from 'vitest'
import { markAddressVerified } from '../../account/email/address-store.ts'
import { write } from '../../database/retry.ts'
import { storeSetting } from '../../live-settings/live-setting-store.ts'
import { readLiveSettings } from '../../live-settings/live-settings.ts'
import { type OpenTestDatabase, onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { startMailServer } from '../../testing/servers/mail-server.ts'
import { ADA, changePassword, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, startApp } from '../../testing/start-app.ts'
import { accountEmails } from '../account-emails.ts'
import { recordAlbumAdded } from '../kinds/album-added.ts'
import { QUIET_PERIOD_MS } from '../kinds/new-album-store.ts'
import { eventKinds } from '../kinds/notification-kinds.ts'
import { enqueue } from '../outbox/delivery-store.ts'
import { fanOut } from '../outbox/fan-out.ts'
import { sendDue } from '../outbox/send-due.ts'
import { setPermission } from '../settings/permission-store.ts'
import { createDigestChannel, createEmailChannel } from './email-channels.ts'
import { MAX_WELCOME_EMAILS_PER_DAY, setMailboxStopped } from './mailbox-store.ts'
import { SignedLinks } from './signed-links.ts'
import { openSmtpTransport } from './smtp-transport.ts'

const ORIGIN = 'https://music.example.org'
const DAY = 86_400_000
const HOUR = 3_600_000
const GATHER = HOUR
/** After everything that happens in a test. */
const SOON = Date.now() + HOUR

/** The service, a real mail server and the email channels. */
async function setUp(openDatabase: OpenTestDatabase) {
  const open = await openDatabase()
  const { db } = open
  const app = await startApp(open)
  const server = await startMailServer()
  const smtp = openSmtpTransport(server.url, 'Refrain <music@example.org>')
  const readSettings = () => readLiveSettings(db, {})
  const parts = { db, links: new SignedLinks(db), origin: ORIGIN, readSettings }
  const channels = [createEmailChannel(parts, smtp), createDigestChannel(parts, smtp)]
  const put = seed(db)

  async function listener(who: typeof ADA) {
    const headers = await signUp(app, who)
    const { _id: userId } = await answerOf(app, fetchOwnUser, {}, headers)
    await write(db, tx => markAddressVerified(tx, userId, 1))
    return { headers, userId }
  }
  async function send(now = SOON) {
    for (const channel of channels) while ((await sendDue(db, channel, now)) > 0);
    return server.mails
  }
  /** A member who follows an artist and allows emails. */
  async function follower(who: typeof ADA, artistId: string) {
    const { headers, userId } = await listener(who)
    await answerOf(app, addFollowingArtist, { artistId }, headers)
    await write(db, tx => setPermission(tx, userId, 'aboutArtistsAndMusic', true))
    await send()
    ;(server.mails as unknown[]).length = 0
    return { headers, userId }
  }
  async function addAlbum(title: string, artistId: string, now = SOON) {
    const id = await put.album(title, artistId)
    await write(db, tx => recordAlbumAdded(tx, id, now - QUIET_PERIOD_MS))
    await fanOut(db, eventKinds, { digestDelayMs: GATHER, now, earliest: now })
    return id
  }
  return { db, app, put, server, listener, follower, addAlbum, send }
}

onBothDatabases('mail', open => {
  it('welcomes a new member as text and HTML, at their address only', async () => {
    const { listener, send } = await setUp(open)
    const { userId } = await listener(ADA)
    const [mail, ...others] = await send()
    expect(others).toEqual([])
    expect(mail?.recipients).toEqual([ADA.email])
    expect(mail).toMatchObject({
      subject: 'Welcome to Refrain',
      from: { name: 'Refrain', address: 'music@example.org' },
      to: [{ address: ADA.email }],
      text: expect.stringContaining('Hello Ada Lovelace,'),
      html: expect.stringContaining(`href="${ORIGIN}/user/${userId}"`),
    })
    expect(mail?.text).toContain(`Mail settings: ${ORIGIN}/mail-settings?user=`)
    // Emails about the account cannot be switched off.
    expect(mail?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
  })

  it('sends nothing when the sign-up fails', async () => {
    const { app, listener, send } = await setUp(open)
    await listener(ADA)
    await send()
    expect((await app.inject({ method: 'POST', url: createUser.path, payload: ADA })).statusCode).toBe(400)
    expect(await send()).toHaveLength(1)
  })

  it('greets by name only if the name looks like one', async () => {
    const { listener, send } = await setUp(open)
    await listener({ ...ADA, name: 'Win at https://example.net now' })
    const [mail] = await send()
    expect(mail?.text).toContain('Hello,\n')
    expect(mail?.raw).not.toContain('example.net')
  })

  it('reports a changed password', async () => {
    const { app, listener, send } = await setUp(open)
    const { headers } = await listener(ADA)
    await send()
    await answerOf(
      app,
      updatePassword,
      { currentPassword: ADA.password, newPassword: 'difference engine' },
      headers,
    )
    const [, mail] = await send()
    expect(mail).toMatchObject({
      subject: 'Your password was changed',
      text: expect.stringMatching(/was changed on \d+ \w+ \d{4} at \d\d:\d\d UTC/),
    })
    expect(mail?.raw).not.toMatch(/analytical|difference/)
  })

  it('combines further password changes within the hour into one email', async () => {
    const { app, listener, send } = await setUp(open)
    const hour = Math.floor(Date.now() / HOUR) * HOUR
    vi.useFakeTimers({ toFake: ['Date'], now: hour + 1 })
    onTestFinished(() => void vi.useRealTimers())
    let { headers } = await listener(ADA)
    // The welcome carries a link: one that waits is dropped with a change of the password.
    await send(hour + 1)
    const passwords = [ADA.password, 'difference engine', 'jacquard loom', 'bernoulli numbers', 'note the g']
    for (const [n, newPassword] of passwords.slice(1).entries()) {
      headers = await changePassword(app, { currentPassword: passwords[n] as string, newPassword }, headers)
    }
    const subjects = async (now: number) => (await send(now)).map(mail => mail.subject)
    const atOnce = ['Welcome to Refrain', 'Your password was changed']
    expect((await subjects(hour + HOUR - 1)).toSorted()).toEqual(atOnce.toSorted())
    expect(await subjects(hour + HOUR)).toHaveLength(3)
    const mails = await send(hour + 2 * HOUR)
    expect(mails).toHaveLength(3)
    expect(mails[2]?.text).toContain('was changed again, once or more, on')
  })

  it('welcomes a mailbox at most three times a day, however its address is spelled', async () => {
    const { app, listener, send } = await setUp(open)
    for (let n = 0; n < 7; n++) await listener({ ...ADA, email: `Ada+${n}@example.org` })
    expect(await send()).toHaveLength(MAX_WELCOME_EMAILS_PER_DAY)
    await signUp(app, GRACE)
    expect(await send()).toHaveLength(MAX_WELCOME_EMAILS_PER_DAY + 1)
  })

  it('stops all emails to a mailbox when its owner reports a foreign sign-up, until they allow them again', async () => {
    const { app, put, follower, addAlbum, listener, send } = await setUp(open)
    await listener({ ...ADA, email: 'ada+first@example.org' })
    const [mail] = await send()
    const url = /This was not me[^:]*: https:\/\/music\.example\.org(\S+)/.exec(
      mail?.text ?? '',
    )?.[1] as string
    const post = (to: string, payload: string) =>
      app.inject({
        method: 'POST',
        url: to,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      })
    const page = async () => (await app.inject({ method: 'GET', url })).body

    const forged = url.slice(0, -1) + (url.endsWith('A') ? 'E' : 'A')
    expect((await post(forged, 'stop=on')).statusCode).toBe(404)
    expect(await page()).toContain('This was not me')
    const nina = await put.artist('Nina')
    await follower(ADA, nina)
    await post(url, 'stop=on')
    expect(await page()).toContain('<strong>stopped</strong>')
    await addAlbum('First', nina)
    await listener({ ...ADA, email: 'ada+second@example.org' })
    expect(await send(SOON + GATHER)).toEqual([])

    await post(url, 'stop=off')
    await listener({ ...ADA, email: 'ada+third@example.org' })
    expect(await send(SOON + GATHER)).toHaveLength(1)
  })

  it('warns about an account whose address is verified even if emails to it were stopped', async () => {
    const { db, app, listener, send } = await setUp(open)
    const { headers } = await listener(ADA)
    await signUp(app, GRACE)
    const { length } = await send()
    for (const { email } of [ADA, GRACE]) {
      const mailbox = await new SignedLinks(db).hashMailbox(email)
      await write(db, tx => setMailboxStopped(tx, mailbox, true, Date.now()))
    }
    await changePassword(app, { currentPassword: ADA.password, newPassword: 'difference engine' }, headers)
    // Grace's address is not verified: whoever reads it may have nothing to do with the account.
    for (const { email } of [ADA, GRACE])
      await write(db, tx => accountEmails.passwordReset(tx, email, '203.0.113.7'))
    const sent = (await send()).slice(length).map(mail => [mail.to?.[0]?.address, mail.subject])
    expect(sent.toSorted()).toEqual([
      [ADA.email, 'Choose a new password'],
      [ADA.email, 'Your password was changed'],
    ])
  })

  it('confirms the deletion of an account and then stores no address', async () => {
    const { db, app, listener, send } = await setUp(open)
    const { headers } = await listener(ADA)
    await send()
    await answerOf(app, deleteUser, {}, headers)
    const [, mail] = await send()
    expect(mail).toMatchObject({ subject: 'Your account was deleted', to: [{ address: ADA.email }] })
    expect(mail?.html).not.toContain('href')
    expect(JSON.stringify(await db.selectFrom('deliveries').selectAll().execute())).not.toContain(ADA.email)
  })

  it('announces new albums in one email with one-click unsubscribe (NOT-05)', async () => {
    const { put, follower, addAlbum, send } = await setUp(open)
    const [nina, bill] = [await put.artist('Nina <b>'), await put.artist('Bill')]
    const { userId } = await follower(ADA, nina)
    const first = await addAlbum('Fire & "Water"', nina)
    await addAlbum('Of another', bill)
    await addAlbum('Second', nina)
    expect(await send(SOON + GATHER - 1)).toEqual([])
    const [mail, ...others] = await send(SOON + GATHER)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('2 new albums by Nina <b>')
    expect(mail?.text).toContain(`Fire & "Water"\nNina <b>\n${ORIGIN}/albums/${first}`)
    expect(mail?.html).toContain('Fire &amp; &quot;Water&quot;')
    expect(mail?.html).not.toContain('<b>')
    expect(mail?.text).not.toContain('Of another')
    const header = (key: string) => mail?.headers.find(one => one.key === key)?.value
    expect(header('list-unsubscribe')).toMatch(
      new RegExp(`^<${ORIGIN}/mail-settings\\?user=${userId}&month=\\d+&key=[\\w-]{43}>$`),
    )
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  })

  it('announces new albums at most once a day', async () => {
    const { put, follower, addAlbum, send } = await setUp(open)
    const nina = await put.artist('Nina')
    await follower(ADA, nina)
    await addAlbum('First', nina)
    const sentAt = SOON + GATHER
    await send(sentAt)
    await addAlbum('Second', nina, sentAt + HOUR)
    await addAlbum('Third', nina, sentAt + 20 * HOUR)
    expect(await send(sentAt + 3 * HOUR)).toHaveLength(1)
    expect(await send(sentAt + DAY - 1)).toHaveLength(1)
    const mails = await send(sentAt + DAY)
    expect(mails.map(mail => mail.subject)).toEqual(['New album by Nina: First', '2 new albums by Nina'])
  })

  it('has the name of the service, and covers only if guests may see them', async () => {
    const { db, put, follower, addAlbum, send } = await setUp(open)
    const artist = await put.artist('Nina')
    await follower(ADA, artist)
    const change = (name: 'serviceName' | 'guests', value: string) =>
      write(db, tx => storeSetting(tx, name, value))
    await change('serviceName', 'Family <Music>')
    await addAlbum('First', artist)
    await db.updateTable('albums').set({ profile_path: 'a.webp' }).execute()
    const [shown] = await send(SOON + GATHER)
    expect(shown?.html).toContain('Family &lt;Music&gt;</td>')
    expect(shown?.html).toContain(`<img src="${ORIGIN}/profile_path/`)
    await change('guests', 'off')
    await addAlbum('Second', artist, SOON + 2 * DAY)
    await db.updateTable('albums').set({ profile_path: 'a.webp' }).execute()
    const [, closed] = await send(SOON + 2 * DAY + GATHER)
    expect(closed?.html).toContain('Second')
    expect(closed?.html).not.toContain('<img')
  })

  it('is not sent to members who have switched it off by then', async () => {
    const { db, put, follower, addAlbum, send } = await setUp(open)
    const nina = await put.artist('Nina')
    const { userId } = await follower(ADA, nina)
    await addAlbum('First', nina)
    await write(db, tx => setPermission(tx, userId, 'aboutArtistsAndMusic', false))
    expect(await send(SOON + GATHER)).toEqual([])
    expect(await db.selectFrom('deliveries').select('id').where('sent_at', 'is', null).execute()).toEqual([])
  })

  it('leaves out artists whom the member no longer follows (NOT-05)', async () => {
    const { app, db, put, follower, addAlbum, send } = await setUp(open)
    const [nina, bill] = [await put.artist('Nina'), await put.artist('Bill')]
    const { headers } = await follower(ADA, nina)
    await answerOf(app, addFollowingArtist, { artistId: bill }, headers)
    await addAlbum('First', nina)
    await addAlbum('Of Bill', bill)
    await answerOf(app, removeFollowingArtist, { artistId: bill }, headers)
    const [mail, ...others] = await send(SOON + GATHER)
    expect([mail?.subject, others]).toEqual(['New album by Nina: First', []])

    await addAlbum('Second', nina, SOON + DAY)
    await answerOf(app, removeFollowingArtist, { artistId: nina }, headers)
    expect(await send(SOON + DAY + 2 * HOUR)).toHaveLength(1)
    expect(await db.selectFrom('deliveries').select('id').where('sent_at', 'is', null).execute()).toEqual([])
  })

  it('cannot be given headers or markup through a title (API-70)', async () => {
    const { db, put, follower, addAlbum, send } = await setUp(open)
    const nina = await put.artist('Nina\r\nBcc: evil@example.net')
    const { userId } = await follower(GRACE, nina)
    await addAlbum('One\r\n\r\n<script>', nina)
    await write(db, tx =>
      enqueue(tx, {
        ...{
          channel: 'mail',
          kind: 'message',
          recipient: userId,
          needsPermission: true,
          dedupeKey: 'by hand',
        },
        body: { subject: 'News\r\nBcc: evil@example.net', message: '<h1>Hello</h1>\nand more' },
      }),
    )
    const mails = await send(SOON + GATHER)
    expect(mails).toHaveLength(2)
    for (const mail of mails) {
      expect(mail.recipients).toEqual([GRACE.email])
      expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    }
    const byHand = mails.find(mail => mail.subject?.startsWith('News'))
    expect(byHand).toMatchObject({ subject: 'News Bcc: evil@example.net' })
    expect(byHand?.text).toContain('<h1>Hello</h1>\nand more')
    expect(byHand?.html).toBeUndefined()
  })

  it('is retried under the same Message-ID after a temporary error and dropped after a permanent one', async () => {
    const { db, listener, server, send } = await setUp(open)
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.spyOn(console, 'log').mockImplementation(() => {})
    await listener(ADA)
    server.refuse(451)
    await send()
    const waiting = await db.selectFrom('deliveries').select(['id', 'attempts']).execute()
    expect(waiting).toMatchObject([{ attempts: 1 }])
    server.refuse(undefined)
    const [mail] = await send(SOON + 10_000)
    expect(mail?.messageId).toBe(`<${waiting[0]?.id}@example.org>`)

    await listener(GRACE)
    server.refuse(550)
    await send()
    expect(await db.selectFrom('deliveries').select('id').where('sent_at', 'is', null).execute()).toEqual([])
    expect(server.mails).toHaveLength(1)
    expect(JSON.stringify(log.mock.calls)).not.toContain('@')
    vi.restoreAllMocks()
  })
})
