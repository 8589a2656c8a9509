import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { fetchMailPermission, updateMailPermission } from '@refrain/contract/notifications/permissions'
import { expect, it, vi } from 'vitest'
import { type OpenTestDatabase, onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { SOON } from '../../testing/soon.ts'
import { answerOf, startApp } from '../../testing/start-app.ts'
import { SignedLinks } from '../email/signed-links.ts'

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
    expect(body).toContain(`<a class="action" href="/user/${userId}">Open My Account</a>`)
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
