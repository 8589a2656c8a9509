import { createECDH } from 'node:crypto'
import { deleteCookie } from '@refrain/contract/account/cookies'
import { deleteUser, fetchOwnUser, updatePassword } from '@refrain/contract/account/own-account'
import { login } from '@refrain/contract/account/sign-in'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { addressRates } from '@refrain/contract/limits'
import {
  registerGuestDevice,
  toDeviceToken,
  updateDeviceToken,
} from '@refrain/contract/notifications/devices'
import { fetchOwnData } from '@refrain/contract/own-data'
import { expect, it } from 'vitest'
import { Sessions } from '../../account/sessions/sessions.ts'
import { hashToken } from '../../account/sessions/token.ts'
import { startSession } from '../../account/sign-in/sign-in.ts'
import { write } from '../../database/retry.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { deleteStaleGuestDevices } from './devices.ts'

const DAY_MS = 86_400_000
const keys = {
  p256dh: createECDH('prime256v1').generateKeys('base64url', 'uncompressed'),
  auth: Buffer.alloc(16, 7).toString('base64url'),
}
const tokenAt = (endpoint: string) => toDeviceToken({ endpoint, keys })
const TOKEN = tokenAt('https://updates.push.services.mozilla.com/wpush/v2/gAAAA')

onBothDatabases('a device', openDatabase => {
  async function start(settings = {}) {
    const open = await openDatabase()
    const app = await startApp(open, { settings })
    const ada = await signUp(app)
    const grace = await signUp(app, GRACE)
    const { _id: userId } = await answerOf(app, fetchOwnUser, {}, ada)
    const { _id: graceId } = await answerOf(app, fetchOwnUser, {}, grace)
    const devices = () =>
      open.db.selectFrom('devices').select(['id', 'user_id', 'token']).orderBy('seen_at').execute()
    const register = (token: string, who: Record<string, string> = ada) =>
      answerOf(app, updateDeviceToken, { userId: who === ada ? userId : graceId, token }, who)
    const asGuest = async (token: string, who: Record<string, string> = {}) =>
      (await answerOf(app, registerGuestDevice, { token }, who)).userId
    return { open, app, ada, grace, userId, graceId, devices, register, asGuest }
  }

  it('belongs to one member, and to another when they register it (NOT-02, API-68, READ-26)', async () => {
    const { app, ada, grace, userId, graceId, devices, register } = await start()
    expect(await register(TOKEN)).toEqual({ success: true })
    const [first = expect.fail()] = await devices()
    expect(first).toEqual({ id: expect.any(String), user_id: userId, token: TOKEN })
    await register(TOKEN)
    expect(await devices()).toEqual([first])
    await register(TOKEN, grace)
    const [second = expect.fail(), ...none] = await devices()
    expect([second.user_id, none]).toEqual([graceId, []])
    // Pending messages to one are not delivered to the other.
    expect(second.id).not.toBe(first.id)
    const status = async (headers: Record<string, string>) =>
      (await call(app, updateDeviceToken, { userId, token: TOKEN }, headers)).statusCode
    expect([await status({}), await status(grace)]).toEqual([401, 403])
    expect(await status({ cookie: `token=${ada['auth-token']}` })).toBe(200)
    expect((await devices())[0]?.user_id).toBe(userId)
  })

  it('is stored once, however many register it at the same moment (API-68, API-69)', async () => {
    const { grace, devices, register, asGuest } = await start()
    await Promise.all([register(TOKEN), register(TOKEN, grace), asGuest(TOKEN), register(TOKEN)])
    expect(await devices()).toHaveLength(1)
  })

  it('replaces the oldest of ten devices of a member (API-68)', async () => {
    const { open, devices, register, userId } = await start()
    for (let n = 1; n <= 10; n++) {
      await register(`a-device-of-Firebase:${n}`)
      await open.db
        .updateTable('devices')
        .set({ seen_at: n })
        .where('token', '=', `a-device-of-Firebase:${n}`)
        .execute()
    }
    await register('a-device-of-Firebase:1')
    await register('a-device-of-Firebase:11')
    const kept = (await devices()).map(({ token }) => Number(token.split(':')[1]))
    expect(kept.slice(0, 8)).toEqual([3, 4, 5, 6, 7, 8, 9, 10])
    expect(kept.slice(8).toSorted()).toEqual([1, 11])
    expect((await devices()).every(({ user_id }) => user_id === userId)).toBe(true)
  })

  it('of a guest is stored under an id of its own, which reveals no former owner (API-69, READ-70)', async () => {
    const { app, ada, userId, devices, register, asGuest } = await start()
    const id = await asGuest(TOKEN)
    expect(await devices()).toEqual([{ id, user_id: null, token: TOKEN }])
    expect(await asGuest(TOKEN)).toBe(id)
    await register(TOKEN)
    expect(await asGuest(TOKEN, ada)).toBe(userId)
    expect(await asGuest(TOKEN, { cookie: `token=${ada['auth-token']}` })).toBe(userId)
    expect((await devices())[0]?.user_id).toBe(userId)
    // A member who logged out of this browser gets no more messages there.
    expect(await asGuest(TOKEN, { 'auth-token': 'A'.repeat(43) })).toBe(null)
    const [{ user_id, id: now } = expect.fail()] = await devices()
    expect(user_id).toBe(null)
    expect(await asGuest(TOKEN)).toBe(now)
    const foreign = { 'sec-fetch-site': 'cross-site' }
    expect((await call(app, registerGuestDevice, { token: TOKEN }, foreign)).statusCode).toBe(403)
  })

  it("of a guest is forgotten after sixty days, a listener's is not (API-69)", async () => {
    const { open, devices, register, asGuest } = await start()
    await register('a-device-of-Firebase:hers')
    await asGuest('a-device-of-Firebase:lately')
    await asGuest('a-device-of-Firebase:long-ago')
    const age = (token: string, days: number) =>
      open.db
        .updateTable('devices')
        .set({ seen_at: Date.now() - days * DAY_MS })
        .where('token', '=', token)
        .execute()
    await age('a-device-of-Firebase:hers', 400)
    await age('a-device-of-Firebase:lately', 59)
    await age('a-device-of-Firebase:long-ago', 61)
    await deleteStaleGuestDevices(open.db)
    expect((await devices()).map(({ token }) => token.split(':')[1])).toEqual(['hers', 'lately'])
  })

  it('of guests can be registered ten times an hour per address (API-69)', async () => {
    const { app } = await start({ rateLimitScale: 1 })
    const statuses: number[] = []
    for (let n = 0; n <= addressRates.registerGuestDevice.calls; n++) {
      const { statusCode } = await call(app, registerGuestDevice, { token: `a-device-of-Firebase:${n}` })
      statuses.push(statusCode)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  it('needs a known push service and valid keys (API-68, API-69)', async () => {
    const { app, ada, userId, devices } = await start()
    const endpoint = 'https://fcm.googleapis.com/fcm/send/a'
    const json = (value: unknown) => `wp:${Buffer.from(JSON.stringify(value)).toString('base64url')}`
    const wrong = [
      'short',
      'x'.repeat(4097),
      'a device with spaces in it',
      'wp:not-a-subscription-at-all',
      tokenAt('http://fcm.googleapis.com/fcm/send/a'),
      tokenAt('https://fcm.googleapis.com:8443/fcm/send/a'),
      tokenAt('https://user@fcm.googleapis.com/fcm/send/a'),
      tokenAt('https://127.0.0.1/fcm/send/a'),
      tokenAt('https://[::1]/fcm/send/a'),
      tokenAt('https://192.168.1.1/admin'),
      tokenAt('https://fcm.googleapis.com.evil.example/a'),
      tokenAt('https://evilpush.apple.com.example/a'),
      tokenAt('https://evil.example/#fcm.googleapis.com'),
      json({ endpoint, keys: { ...keys, auth: 'AAAA' } }),
      json({ endpoint, keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } }),
      json({ endpoint, keys, more: 1 }),
      json({ endpoint }),
      json(null),
    ]
    for (const token of wrong) {
      const own = await call(app, updateDeviceToken, { userId, token }, ada)
      const guests = await call(app, registerGuestDevice, { token })
      expect([token, own.statusCode, guests.statusCode]).toEqual([token, 400, 400])
    }
    expect(await devices()).toEqual([])
    for (const right of [
      endpoint,
      'https://web.push.apple.com/QA',
      'https://wns2-par02p.notify.windows.com/w',
    ]) {
      const { statusCode } = await call(app, updateDeviceToken, { userId, token: tokenAt(right) }, ada)
      expect([right, statusCode]).toEqual([right, 200])
    }
  })

  it('is deleted with its session: at logout, or when the password changes elsewhere (NOT-02, READ-70)', async () => {
    const { app, ada, userId, devices, register, asGuest } = await start()
    const logIn = async () => {
      const { authtoken } = await answerOf(app, login, { email: ADA.email, password: ADA.password })
      return { 'auth-token': authtoken }
    }
    const [phone, tablet] = [await logIn(), await logIn()]
    const names = async () => (await devices()).map(({ token }) => token.split(':')[1]).toSorted()
    const add = (token: string, who: Record<string, string>) =>
      answerOf(app, updateDeviceToken, { userId, token: `a-device-of-Firebase:${token}` }, who)
    await register('a-device-of-Firebase:laptop')
    await add('phone', phone)
    await add('tablet', tablet)
    await asGuest('a-device-of-Firebase:guest')
    await answerOf(app, deleteCookie, { name: 'token' }, { cookie: `token=${phone['auth-token']}` })
    expect(await names()).toEqual(['guest', 'laptop', 'tablet'])
    // Registered anew by another session it lives as long as that.
    await add('laptop', tablet)
    await answerOf(
      app,
      updatePassword,
      { currentPassword: ADA.password, newPassword: 'difference engine' },
      ada,
    )
    expect(await names()).toEqual(['guest'])
    expect((await call(app, updateDeviceToken, { userId, token: TOKEN }, tablet)).statusCode).toBe(401)
  })

  it('stays when its session expires or is displaced, until the password changes (NOT-02)', async () => {
    const { open, app, ada, devices, register } = await start()
    const logIn = () => answerOf(app, login, { email: ADA.email, password: ADA.password })
    const names = async () => (await devices()).map(({ token }) => token.split(':')[1]).toSorted()
    await register('a-device-of-Firebase:left-alone')
    const expired = { created_at: Date.now() - 30 * DAY_MS, last_used_at: 1 }
    await open.db
      .updateTable('sessions')
      .set(expired)
      .where('token_hash', '=', hashToken(ada['auth-token'] as string))
      .execute()
    await new Sessions(open.db).sweep()
    expect((await call(app, fetchOwnUser, {}, ada)).statusCode).toBe(401)
    expect(await names()).toEqual(['left-alone'])

    const oldest = { 'auth-token': (await logIn()).authtoken }
    const { _id } = await answerOf(app, fetchOwnUser, {}, oldest)
    await answerOf(app, updateDeviceToken, { userId: _id, token: 'a-device-of-Firebase:one-of-many' }, oldest)
    const elsewhere = { address: '192.0.2.1', userAgent: '' }
    for (let n = 0; n < 20; n++) await write(open.db, tx => startSession(tx, _id, elsewhere))
    expect((await call(app, fetchOwnUser, {}, oldest)).statusCode).toBe(401)
    expect(await names()).toEqual(['left-alone', 'one-of-many'])

    const change = { currentPassword: ADA.password, newPassword: 'difference engine' }
    await answerOf(app, updatePassword, change, { 'auth-token': (await logIn()).authtoken })
    expect(await names()).toEqual([])
  })

  it("appears in the member's own data without its token and is deleted with the account (fetchOwnData, PROP-53)", async () => {
    const { app, ada, devices, register, asGuest } = await start()
    await register(TOKEN)
    await asGuest('a-device-of-Firebase:of-a-guest')
    const data = await answerOf(app, fetchOwnData, {}, ada)
    expect(data.permissions).toEqual({ fromArtists: false, aboutArtistsAndMusic: false })
    expect(data.devices).toEqual([{ createdAt: expect.any(String), lastSeenAt: expect.any(String) }])
    expect(JSON.stringify(data)).not.toContain(TOKEN)
    await answerOf(app, deleteUser, {}, ada)
    expect((await devices()).map(({ user_id }) => user_id)).toEqual([null])
  })

  it('subscribes with the key that the pages get, always the same (NOT-02)', async () => {
    const { app } = await start()
    const { pushKey } = await answerOf(app, fetchConfiguration, {})
    expect(Buffer.from(pushKey, 'base64url')).toHaveLength(65)
    expect((await answerOf(app, fetchConfiguration, {})).pushKey).toBe(pushKey)
  })
})
