import { changeEmail, requestPasswordReset, resetPassword } from '@refrain/contract/account/email'
import { fetchOwnUser, updatePassword } from '@refrain/contract/account/own-account'
import { signOutPerson } from '@refrain/contract/administration/people'
import { expect, it } from 'vitest'
import { setAdministrator } from '../../account/administrator-store.ts'
import { markAddressVerified } from '../../account/email/address-store.ts'
import { write } from '../../database/retry.ts'
import { readLiveSettings } from '../../live-settings/live-settings.ts'
import { type OpenTestDatabase, onBothDatabases } from '../../testing/databases/both-databases.ts'
import { type ReceivedEmail, startMailServer } from '../../testing/servers/mail-server.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, startApp } from '../../testing/start-app.ts'
import { sendDue } from '../outbox/send-due.ts'
import { createEmailChannel } from './email-channels.ts'
import { SignedLinks } from './signed-links.ts'
import { openSmtpTransport } from './smtp-transport.ts'

const HOUR = 3_600_000
const THIEF = 'thief@example.net'
const NEW_PASSWORD = 'difference engine'
const { email, password } = ADA

/** A thief with a session of Ada's asks for another address, and the mail server refuses the email for now. */
async function setUp(openDatabase: OpenTestDatabase) {
  const open = await openDatabase()
  const { db } = open
  const server = await startMailServer()
  const app = await startApp(open, { settings: { smtpUrl: server.url } })
  const readSettings = () => readLiveSettings(db, {})
  const parts = { db, links: new SignedLinks(db), origin: 'https://music.example.org', readSettings }
  const transport = openSmtpTransport(server.url, 'Refrain <music@example.org>')
  const channel = createEmailChannel(parts, transport)
  async function send(now = Date.now()): Promise<ReceivedEmail[]> {
    const before = server.mails.length
    while ((await sendDue(db, channel, now, Date.now())) > 0);
    return server.mails.slice(before)
  }
  const thief = await signUp(app)
  const { _id: userId } = await answerOf(app, fetchOwnUser, {}, thief)
  await write(db, tx => markAddressVerified(tx, userId, 1))
  await send()
  await answerOf(app, changeEmail, { email: THIEF }, thief)
  server.refuse(450)
  expect(await send()).toEqual([])
  server.refuse(undefined)
  const linkIn = (mails: readonly ReceivedEmail[]) =>
    mails.map(mail => /#token=([\w-]{43})/.exec(mail.text ?? '')?.[1]).find(Boolean) ?? ''
  /** Who gets a link once the refused email is tried again. */
  const later = async () =>
    (await send(Date.now() + HOUR)).filter(mail => linkIn([mail]) !== '').flatMap(mail => mail.recipients)
  return { db, app, userId, thief, send, linkIn, later }
}

onBothDatabases('a link for another address whose email is refused for a while', open => {
  it('is sent later if nothing happens meanwhile', async () => {
    const { later } = await setUp(open)
    expect(await later()).toEqual([THIEF])
  })

  it('is never sent after a reset of the password', async () => {
    const { app, send, linkIn, later } = await setUp(open)
    await answerOf(app, requestPasswordReset, { email })
    const token = linkIn(await send())
    await answerOf(app, resetPassword, { token, newPassword: NEW_PASSWORD })
    expect(await later()).toEqual([])
  })

  it('is never sent after a change of the password', async () => {
    const { app, thief, later } = await setUp(open)
    await answerOf(app, updatePassword, { currentPassword: password, newPassword: NEW_PASSWORD }, thief)
    expect(await later()).toEqual([])
  })

  it('is never sent after an administrator has signed the listener out', async () => {
    const { db, app, userId, later } = await setUp(open)
    const administrator = await signUp(app, GRACE)
    const { _id: id } = await answerOf(app, fetchOwnUser, {}, administrator)
    await write(db, tx => setAdministrator(tx, id, true))
    await answerOf(app, signOutPerson, { id: userId }, administrator)
    // Grace's own welcome carries a link.
    expect(await later()).toEqual([GRACE.email])
  })
})
