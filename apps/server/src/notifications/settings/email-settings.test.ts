import { createHmac } from 'node:crypto'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { fetchMailPermission, updateMailPermission } from '@refrain/contract/notifications/permissions'
import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { write } from '../../database/retry.ts'
import { type OpenTestDatabase, onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { SOON } from '../../testing/soon.ts'
import { answerOf, startApp } from '../../testing/start-app.ts'
import { oldestLinkMonth, SignedLinks } from '../email/signed-links.ts'
import { deleteOldLinkKeys, readSecret } from '../secrets/secret-store.ts'

const DAY_MS = 86_400_000
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function setTheScene(openDatabase: OpenTestDatabase) {
  const open = await openDatabase()
  const app = await startApp(open)
  const ada = await signUp(app, ADA)
  const { _id: userId } = await answerOf(app, fetchOwnUser, {}, ada)
  await answerOf(app, updateMailPermission, { userId, permission: true, type: 'aboutArtistsAndMusic' }, ada)
  const address = await new SignedLinks(open.db).emailSettingsUrl(userId, '')
  const isOn = async () => (await answerOf(app, fetchMailPermission, { userId }, ada)).aboutArtistsAndMusic
  const post = (url: string, payload: string, headers: Record<string, string> = FORM) =>
    app.inject({ method: 'POST', url, headers, payload })
  return { open, app, ada, userId, address, isOn, post }
}

onBothDatabases('the settings link in an email', open => {
  it('switches emails off by the one-click request of a mail program, whatever its body (RFC 8058)', async () => {
    const { ada, app, userId, address, isOn, post } = await setTheScene(open)
    expect((await post(address, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
    expect(await isOn()).toBe(false)
    await answerOf(app, updateMailPermission, { userId, permission: true, type: 'aboutArtistsAndMusic' }, ada)
    const parts =
      '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    await post(address, parts, { 'content-type': 'multipart/form-data; boundary=x' })
    expect(await isOn()).toBe(false)
    await post(address, 'List-Unsubscribe=One-Click')
    expect(await isOn()).toBe(false)
  })

  it('changes nothing when opened; its button switches emails off, never on', async () => {
    const { app, userId, address, isOn, post } = await setTheScene(open)
    const page = await app.inject({ method: 'GET', url: address })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('Switch them off')
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(await isOn()).toBe(true)
    const switched = await post(address, 'allow=off')
    expect([switched.statusCode, switched.headers.location]).toEqual([303, address])
    expect(await isOn()).toBe(false)
    const { body } = await app.inject({ method: 'GET', url: address })
    expect(body).toContain(`<a class="button" href="/user/${userId}">Open My Account</a>`)
    expect(body).not.toContain('<form')
    await post(address, 'allow=on')
    expect(await isOn()).toBe(false)
  })

  it('does nothing if it is not signed, or signed for another member', async () => {
    const { app, userId, address, isOn, post } = await setTheScene(open)
    const grace = await signUp(app, GRACE)
    const { _id: other } = await answerOf(app, fetchOwnUser, {}, grace)
    const forged = [
      address.slice(0, -1) + (address.endsWith('A') ? 'E' : 'A'),
      address.replace(userId, other),
      `/mail-settings?user=${userId}`,
      `/mail-settings?user=${userId}&key=&key=`,
      '/mail-settings',
    ]
    for (const url of forged) {
      expect([url, (await post(url, 'allow=off')).statusCode]).toEqual([url, 404])
      const page = await app.inject({ method: 'GET', url })
      expect([page.statusCode, page.headers.location]).toEqual([303, '/'])
    }
    expect(await isOn()).toBe(true)
  })

  it('works for 180 days, then says that it has expired and does nothing', async () => {
    const { open: opened, app, userId, isOn, post } = await setTheScene(open)
    const sentBefore = (days: number) => new SignedLinks(opened.db, () => Date.now() - days * DAY_MS)
    const [old, older] = [
      await sentBefore(180).emailSettingsUrl(userId, ''),
      await sentBefore(211).emailSettingsUrl(userId, ''),
    ]
    const stop = await sentBefore(211).stopUrl('mailbox', '')
    for (const url of [older, stop]) {
      expect((await app.inject({ method: 'GET', url })).body).toContain('This link has expired.')
      expect((await post(url, 'List-Unsubscribe=One-Click')).statusCode).toBe(404)
    }
    expect(await isOn()).toBe(true)
    expect((await post(old, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
    expect(await isOn()).toBe(false)
  })

  it('of earlier versions, which had no end, says that it has expired', async () => {
    const { open: opened, app, userId, isOn, post } = await setTheScene(open)
    await new SignedLinks(opened.db).hashMailbox('ada@example.org')
    const secret = String(await readSecret(opened.db, 'mail-key'))
    const key = createHmac('sha256', secret).update(`mail settings of ${userId}`).digest('base64url')
    const url = `/mail-settings?${new URLSearchParams({ user: userId, key })}`
    expect((await app.inject({ method: 'GET', url })).body).toContain('This link has expired.')
    expect((await post(url, 'List-Unsubscribe=One-Click')).statusCode).toBe(404)
    expect(await isOn()).toBe(true)
  })

  it('cannot be forged for later months with the keys in a copy of the database', async () => {
    const { open: opened, userId, isOn, post } = await setTheScene(open)
    const { rows } = await sql<{ name: string; value: string }>`select * from secrets`.execute(opened.db)
    const keys = rows.filter(({ name }) => name.startsWith('mail-'))
    expect(keys.length).toBeGreaterThan(0)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 30 * DAY_MS })
    onTestFinished(() => void vi.useRealTimers())
    await write(opened.db, tx => deleteOldLinkKeys(tx, oldestLinkMonth(Date.now())))
    await opened.db
      .updateTable('sessions')
      .set({ created_at: Date.now(), last_used_at: Date.now() })
      .execute()
    const now = Math.floor(Date.now() / (30 * DAY_MS))
    for (const { value } of keys)
      for (let month = now - 8; month <= now + 1; month++) {
        const key = createHmac('sha256', value).update(`mail settings of ${userId}`).digest('base64url')
        const url = `/mail-settings?${new URLSearchParams({ user: userId, month: String(month), key })}`
        expect([month, (await post(url, 'allow=off')).statusCode]).toEqual([month, 404])
      }
    expect(await isOn()).toBe(true)
    const left = await opened.db.selectFrom('secrets').select('name').execute()
    expect(left.filter(({ name }) => name.startsWith('mail-links-'))).toEqual([])
  })

  it('redirects to itself, whatever origin the request line names', async () => {
    const { app, address } = await setTheScene(open)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const head = [`POST http://evil.example${address} HTTP/1.1`, 'host: localhost', 'connection: close']
    const body = 'allow=off'
    const socket = connect(port, '127.0.0.1')
    const headers = [
      ...head,
      'content-type: application/x-www-form-urlencoded',
      `content-length: ${body.length}`,
    ]
    socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1.1 303 /)
    expect(/^location: (.*)$/im.exec(answer)?.[1]?.trim()).toBe(address)
  })

  it('updates the open pages of the member', async () => {
    const { app, ada, address, post } = await setTheScene(open)
    const changes = await readLiveUpdates(app, ada)
    await post(address, 'List-Unsubscribe=One-Click')
    await vi.waitFor(() => expect(changes.kinds).toEqual(['notifications']), SOON)
  })
})
