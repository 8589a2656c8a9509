import { createUser, INVITATION_NEEDED, SIGN_UP_CLOSED } from '@refrain/contract/account/sign-in'
import { createInvitation, deleteInvitation, fetchInvitations } from '@refrain/contract/administration/people'
import { updateLiveSetting } from '@refrain/contract/administration/settings'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { expect, it } from 'vitest'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

onBothDatabases('invitations', openDatabase => {
  async function start() {
    const open = await openDatabase()
    const app = await startApp(open)
    const key = { 'service-key': await createServiceKey(open.db, 'of a test', 'administer') }
    const set = (value: string | null) => call(app, updateLiveSetting, { name: 'signUp', value }, key)
    const enter = async (name: string, invitation?: string) => {
      const signup = { name, email: `${name}@example.org`, password: 'a long enough one' }
      const answer = await call(app, createUser, { ...signup, ...(invitation && { invitation }) })
      return [answer.statusCode, answer.json().error]
    }
    return { open, app, key, set, enter }
  }

  it('let as many people sign up as they are for, while others cannot (createInvitation, createUser)', async () => {
    const { open, app, key, set, enter } = await start()
    await set('invitation')
    expect(await enter('ada')).toEqual([403, INVITATION_NEEDED])
    const made = { note: 'For the family', uses: 2, days: 7 }
    const { token } = await answerOf(app, createInvitation, made, key)
    expect(JSON.stringify(await open.db.selectFrom('invitations').selectAll().execute())).not.toContain(token)
    const [ada, again, grace, late] = [
      await enter('ada', token),
      await enter('ada', token),
      await enter('grace', token),
      await enter('alan', token),
    ]
    expect([ada, again[0], grace, late]).toEqual([
      [200, undefined],
      // A sign-up that fails uses nothing.
      400,
      [200, undefined],
      [403, INVITATION_NEEDED],
    ])
    const { invitations } = await answerOf(app, fetchInvitations, {}, key)
    expect(invitations).toMatchObject([{ note: 'For the family', uses: 2, used: 2 }])
  })

  it('open nothing once they have expired or been deleted, or while sign-up is closed (deleteInvitation)', async () => {
    const { open, app, key, set, enter } = await start()
    await set('invitation')
    const make = () => answerOf(app, createInvitation, { note: '', uses: 9, days: 1 }, key)
    const [deleted, expired, good] = [await make(), await make(), await make()]
    await answerOf(app, deleteInvitation, { id: deleted.invitation.id }, key)
    const past = { expires_at: Date.now() - 1 }
    await open.db.updateTable('invitations').set(past).where('id', '=', expired.invitation.id).execute()
    expect(await enter('ada', deleted.token)).toEqual([403, INVITATION_NEEDED])
    expect(await enter('ada', expired.token)).toEqual([403, INVITATION_NEEDED])
    await set('closed')
    expect(await enter('ada', good.token)).toEqual([403, SIGN_UP_CLOSED])
    await set(null)
    expect(await enter('ada')).toEqual([200, undefined])
  })

  it('are asked for as the pages are told, at once (fetchConfiguration, updateLiveSetting)', async () => {
    const { open, app, set } = await start()
    const signUp = async () => (await answerOf(app, fetchConfiguration, {})).signUp
    expect(await signUp()).toBe('open')
    expect((await set('sometimes')).statusCode).toBe(400)
    await set('closed')
    await expect.poll(signUp).toBe('closed')
    const fixed = await startApp(open, { settings: { given: { signUp: 'invitation' } } })
    expect((await answerOf(fixed, fetchConfiguration, {})).signUp).toBe('invitation')
  })
})
