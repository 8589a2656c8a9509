import {
  fetchOwnUser,
  updatePassword,
  updateUsername,
  updateUserProfilePath,
} from '@refrain/contract/account/own-account'
import { login } from '@refrain/contract/account/sign-in'
import { fetchAllProfiles, fetchProfile } from '@refrain/contract/compat/account'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { readLiveUpdates } from '../../testing/read-live-updates.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

const PHOTO = 'https://lh3.googleusercontent.com/a/ada=s96-c'

onBothDatabases('profiles', open => {
  it('changes the name and returns the listener (API-09, ACC-02)', async () => {
    const app = await startApp(await open())
    const ada = await signUp(app)
    const grace = await signUp(app, GRACE)
    const user = await answerOf(app, updateUsername, { name: '  Countess   of Lovelace ' }, ada)
    expect(user).toMatchObject({ name: 'Countess of Lovelace', email: ADA.email })
    expect(await answerOf(app, fetchOwnUser, {}, ada)).toEqual(user)
    expect(await answerOf(app, updateUsername, { name: user.name }, ada)).toEqual(user)
    expect((await answerOf(app, fetchOwnUser, {}, grace)).name).toBe(GRACE.name)
  })

  const REFUSED = [
    ['Al', 'username must be at least 3 characters long!'],
    ['   a   ', 'username must be at least 3 characters long!'],
    ['x'.repeat(61), 'String must contain at most 60 character(s)'],
    ['\u202eevil', 'name: cannot be read'],
    ['\u200b\u200b\u200b', 'name: cannot be read'],
  ] as const
  it('rejects names that are too short, too long or invisible (VAL-06)', async () => {
    const app = await startApp(await open())
    const ada = await signUp(app)
    for (const [name, error] of REFUSED) {
      const answer = await call(app, updateUsername, { name }, ada)
      expect([name, answer.statusCode, answer.json().error]).toEqual([name, 400, error])
    }
    expect((await answerOf(app, fetchOwnUser, {}, ada)).name).toBe(ADA.name)
  })

  it('limits changes to ten an hour and rejects unknown fields (API-09)', async () => {
    const app = await startApp(await open(), { settings: { rateLimitScale: 1 } })
    const ada = await signUp(app)
    const tooMany = { name: 'Ada', email: 'other@example.org' }
    expect((await call(app, updateUsername, tooMany, ada)).statusCode).toBe(400)
    const statuses = []
    for (let n = 0; n < 10; n++)
      statuses.push((await call(app, updateUsername, { name: `Ada ${n}` }, ada)).statusCode)
    expect(statuses).toEqual([...Array(9).fill(200), 429])
  })

  it("is the provider's picture, as it stands (API-11, ENT-03, READ-36)", async () => {
    const app = await startApp(await open())
    const ada = await signUp(app)
    const user = await answerOf(app, updateUserProfilePath, { profile_path: PHOTO }, ada)
    expect(user.profile_path).toBe(PHOTO)
    expect(await answerOf(app, fetchProfile, { id: user._id }, {})).toEqual({
      _id: user._id,
      name: ADA.name,
      profile_path: PHOTO,
    })
    expect((await answerOf(app, updateUserProfilePath, { profile_path: '' }, ada)).profile_path).toBe('')
  })

  const STRANGE = [
    'https://lh3.googleusercontent.com.evil.example/a',
    'https://lh3.googleusercontent.com@evil.example/a',
    'https://user@lh3.googleusercontent.com/a',
    'https://lh3.googleusercontent.com:8443/a',
    'http://lh3.googleusercontent.com/a',
    'https://evil.example/?https://lh3.googleusercontent.com/',
    'javascript:alert(1)',
    '//lh3.googleusercontent.com/a',
    'lh3.googleusercontent.com/a',
    '../../etc/passwd',
    `${'A'.repeat(22)}.jpg`,
    `${PHOTO}${'a'.repeat(512)}`,
    `${PHOTO}${'ö'.repeat(300)}`,
  ]
  it('rejects pictures from other hosts (READ-36, PROP-54)', async () => {
    const app = await startApp(await open())
    const ada = await signUp(app)
    for (const profile_path of STRANGE) {
      const { statusCode } = await call(app, updateUserProfilePath, { profile_path }, ada)
      expect([profile_path, statusCode]).toEqual([profile_path, 400])
    }
    expect((await answerOf(app, fetchOwnUser, {}, ada)).profile_path).toBe('')
  })

  it('shows others the name and picture only (API-12, API-13, PROP-12, PROP-14)', async () => {
    const app = await startApp(await open())
    const grace = await signUp(app, GRACE)
    const ada = await signUp(app)
    const [of, ofGrace] = await Promise.all([ada, grace].map(each => answerOf(app, fetchOwnUser, {}, each)))
    const seen = [of, ofGrace].map(user => ({ _id: user?._id, name: user?.name, profile_path: '' }))
    expect((await call(app, fetchProfile, { id: of?._id as string })).json()).toEqual(seen[0])
    expect((await call(app, fetchAllProfiles, {})).json()).toEqual(seen)
    expect((await call(app, fetchProfile, { id: 'nobody' })).statusCode).toBe(404)
  })

  it('lists listeners for members only if the operator chose so (API-13)', async () => {
    const app = await startApp(await open(), { settings: { profilesForMembers: true } })
    const ada = await signUp(app)
    expect((await call(app, fetchAllProfiles, {})).statusCode).toBe(401)
    expect(await answerOf(app, fetchAllProfiles, {}, ada)).toHaveLength(1)
  })

  it('publishes changes to other tabs, and ends the other sessions after a change of password (API-09 to API-11)', async () => {
    const app = await startApp(await open())
    const ada = await signUp(app)
    const { authtoken } = await answerOf(app, login, { email: ADA.email, password: ADA.password })
    const here = await readLiveUpdates(app, { ...ada, 'tab-id': 'here' })
    const there = await readLiveUpdates(app, { 'auth-token': authtoken })
    await answerOf(app, updateUsername, { name: 'Countess' }, { ...ada, 'tab-id': 'here' })
    await answerOf(app, updateUserProfilePath, { profile_path: PHOTO }, { ...ada, 'tab-id': 'here' })
    await expect.poll(() => there.kinds, { timeout: 10_000 }).toEqual(['user', 'user'])
    const given = { currentPassword: ADA.password, newPassword: 'difference engine' }
    await answerOf(app, updatePassword, given, { ...ada, 'tab-id': 'here' })
    await expect.poll(there.over, { timeout: 10_000 }).toBe(true)
    // Its token does not work any more; pages connect again with the new one.
    await expect.poll(here.over, { timeout: 10_000 }).toBe(true)
    expect(here.kinds).toEqual([])
  })
})
