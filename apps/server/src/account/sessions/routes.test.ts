import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { fetchSessions, revokeOtherSessions, revokeSession } from '@refrain/contract/account/own-sessions'
import { login } from '@refrain/contract/account/sign-in'
import { listenToChanges } from '@refrain/contract/live-updates'
import type { FastifyInstance } from 'fastify'
import { expect, it, vi } from 'vitest'
import { LiveUpdates } from '../../live-updates/live-updates.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { hashToken } from './token.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const { email, password } = ADA

async function logIn(app: FastifyInstance, userAgent = ''): Promise<{ 'auth-token': string }> {
  const { authtoken } = await answerOf(app, login, { email, password }, { 'user-agent': userAgent })
  return { 'auth-token': authtoken }
}
const statusOf = async (app: FastifyInstance, headers: Record<string, string>) =>
  (await call(app, fetchOwnUser, {}, headers)).statusCode

onBothDatabases('sessions of a listener', open => {
  it('are listed with device and network, without anything that signs in (fetchSessions)', async () => {
    const { db, ...rest } = await open()
    const app = await startApp({ db, ...rest })
    const first = await signUp(app)
    const second = await logIn(app, FIREFOX)
    await signUp(app, GRACE)
    const { sessions } = await answerOf(app, fetchSessions, {}, second)
    expect(sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))).toEqual([
      {
        ...{ id: expect.any(String), browser: 'Firefox', system: 'Linux', network: '127.0.0.0/24' },
        ...{ createdAt: expect.any(String), lastUsedAt: expect.any(String), isCurrent: true },
      },
      expect.objectContaining({ isCurrent: false }),
    ])
    const said = JSON.stringify(sessions)
    for (const { 'auth-token': token } of [first, second]) {
      expect(said).not.toContain(token)
      expect(said).not.toContain(hashToken(token))
    }
    expect(JSON.stringify(await db.selectFrom('sessions').selectAll().execute())).not.toContain('127.0.0.1')
  })

  it('leave the list when they expire', async () => {
    const opened = await open()
    const app = await startApp(opened)
    await signUp(app)
    const current = await logIn(app)
    await opened.db
      .updateTable('sessions')
      .set({ created_at: 0, last_used_at: 0 })
      .where('token_hash', '!=', hashToken(current['auth-token']))
      .execute()
    expect((await answerOf(app, fetchSessions, {}, current)).sessions).toHaveLength(1)
  })

  it('show the network from which they were used last', async () => {
    const opened = await open()
    const app = await startApp(opened)
    const headers = await signUp(app)
    await opened.db
      .updateTable('sessions')
      .set({ last_used_at: Date.now() - 120_000 })
      .execute()
    await app.inject({
      ...{ method: fetchSessions.method, url: fetchSessions.path, headers },
      remoteAddress: '203.0.113.7',
    })
    const network = async () => (await answerOf(app, fetchSessions, {}, headers)).sessions[0]?.network
    await expect.poll(network).toBe('203.0.113.0/24')
  })

  it('are ended one by one, by their listener only (revokeSession)', async () => {
    const app = await startApp(await open())
    const lost = await signUp(app)
    const current = await logIn(app)
    const grace = await signUp(app, GRACE)
    const { sessions } = await answerOf(app, fetchSessions, {}, current)
    const { id } = sessions.find(session => !session.isCurrent)!
    expect((await call(app, revokeSession, { id }, grace)).statusCode).toBe(404)
    expect(await statusOf(app, lost)).toBe(200)
    await answerOf(app, revokeSession, { id }, current)
    expect(await statusOf(app, lost)).toBe(401)
    expect((await call(app, revokeSession, { id }, current)).statusCode).toBe(404)
    expect(await statusOf(app, current)).toBe(200)
  })

  it('are ended all at once but the one that asks (revokeOtherSessions)', async () => {
    const app = await startApp(await open())
    const others = [await signUp(app), await logIn(app), await logIn(app)]
    const current = await logIn(app)
    const grace = await signUp(app, GRACE)
    await answerOf(app, revokeOtherSessions, {}, current)
    for (const other of others) expect(await statusOf(app, other)).toBe(401)
    expect([await statusOf(app, current), await statusOf(app, grace)]).toEqual([200, 200])
  })

  it('end their streams of live updates with them', async () => {
    const opened = await open()
    const liveUpdates = new LiveUpdates(opened)
    const ended = vi.spyOn(liveUpdates, 'publishSessionEnd')
    const app = await startApp(opened, { liveUpdates })
    const lost = await signUp(app)
    const current = await logIn(app)
    const stream = app.inject({ method: 'GET', url: listenToChanges.path, headers: lost })
    const { userId } = (await app.findSession(current['auth-token']))!
    await expect.poll(() => liveUpdates.subscribersOf(userId)).toHaveLength(1)
    await answerOf(app, revokeOtherSessions, {}, current)
    expect((await stream).statusCode).toBe(200)
    expect(ended).toHaveBeenCalledWith(userId)
  })
})
