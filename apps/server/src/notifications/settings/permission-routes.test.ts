import { fetchOwnUser } from '@refrain/contract/account/own-account'
import {
  fetchMailPermission,
  fetchPushPermission,
  updateMailPermission,
  updatePushPermission,
} from '@refrain/contract/notifications/permissions'
import { expect, it, vi } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { GRACE, signUp } from '../../testing/sign-up.ts'
import { SOON } from '../../testing/soon.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

onBothDatabases('notification permissions', openDatabase => {
  async function start() {
    const open = await openDatabase()
    const app = await startApp(open)
    const ada = await signUp(app)
    const { _id: userId } = await answerOf(app, fetchOwnUser, {}, ada)
    return { open, app, ada, grace: await signUp(app, GRACE), userId }
  }

  it('are off until switched on, push and email separately (NOT-04 to NOT-06, API-63 to API-66, PROP-12, PROP-30)', async () => {
    const { app, ada, userId } = await start()
    const allowed = async () => ({
      ...(await answerOf(app, fetchPushPermission, { userId }, ada)),
      ...(await answerOf(app, fetchMailPermission, { userId }, ada)),
    })
    const push = (permission: boolean) =>
      answerOf(app, updatePushPermission, { userId, permission, type: 'fromArtists' }, ada)
    const mail = (permission: boolean) =>
      answerOf(app, updateMailPermission, { userId, permission, type: 'aboutArtistsAndMusic' }, ada)
    expect(await allowed()).toEqual({ fromArtists: false, aboutArtistsAndMusic: false })
    expect(await push(true)).toEqual({ fromArtists: true })
    expect(await allowed()).toEqual({ fromArtists: true, aboutArtistsAndMusic: false })
    expect(await mail(true)).toEqual({ aboutArtistsAndMusic: true })
    expect(await push(false)).toEqual({ fromArtists: false })
    expect(await push(false)).toEqual({ fromArtists: false })
    expect(await allowed()).toEqual({ fromArtists: false, aboutArtistsAndMusic: true })
  })

  it('belong to the member: other ids are refused whether or not they exist; our pages may use the cookie (API-63 to API-66, READ-26)', async () => {
    const { open, app, ada, grace, userId } = await start()
    const cookie = { cookie: `token=${ada['auth-token']}` }
    const calls = [
      [fetchMailPermission, {}],
      [fetchPushPermission, {}],
      [updateMailPermission, { permission: true, type: 'aboutArtistsAndMusic' }],
      [updatePushPermission, { permission: true, type: 'fromArtists' }],
    ] as const
    for (const [operation, rest] of calls) {
      const status = async (headers: Record<string, string>, id = userId) =>
        (await call(app, operation, { userId: id, ...rest } as never, headers)).statusCode
      expect([operation.name, await status({}), await status(grace)]).toEqual([operation.name, 401, 403])
      expect([await status(ada, 'nobody'), await status(cookie)]).toEqual([403, 200])
      expect(await status({ ...cookie, 'sec-fetch-site': 'cross-site' })).toBe(403)
    }
    expect(await open.db.selectFrom('notice_permissions').selectAll().execute()).toEqual([
      { user_id: userId, from_artists: 1, about_artists_and_music: 1 },
    ])
  })

  it('accept only true and false and the names of the permissions (API-64, API-66)', async () => {
    const { app, ada, userId } = await start()
    for (const [operation, given] of [
      [updatePushPermission, { permission: 'true', type: 'fromArtists' }],
      [updatePushPermission, { permission: 1, type: 'fromArtists' }],
      [updatePushPermission, { permission: true, type: 'aboutArtistsAndMusic' }],
      [updatePushPermission, { permission: true, type: 'fromArtists', more: 1 }],
      [updateMailPermission, { permission: true, type: 'fromArtists' }],
      [updateMailPermission, { permission: true }],
    ] as const) {
      const { statusCode } = await call(app, operation, { userId, ...given } as never, ada)
      expect([given, statusCode]).toEqual([given, 400])
    }
  })

  it('update the other tabs when they change (ACC-05)', async () => {
    const { app, ada, userId } = await start()
    const other = await readLiveUpdates(app, { ...ada, 'tab-id': 'other' })
    const own = await readLiveUpdates(app, { ...ada, 'tab-id': 'own' })
    const given = { userId, permission: true, type: 'fromArtists' } as const
    await answerOf(app, updatePushPermission, given, { ...ada, 'tab-id': 'own' })
    await vi.waitFor(() => expect(other.kinds).toEqual(['notifications']), SOON)
    expect(own.kinds).toEqual([])
  })
})
