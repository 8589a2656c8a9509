import { fetchOwnUser, updateUsername } from '@refrain/contract/account/own-account'
import { ACCOUNT_DISABLED, login } from '@refrain/contract/account/sign-in'
import { fetchAudit } from '@refrain/contract/administration/audit'
import {
  deletePerson,
  fetchPeople,
  LAST_ADMINISTRATOR,
  signOutPerson,
  updatePerson,
} from '@refrain/contract/administration/people'
import { expect, it } from 'vitest'
import { setAdministrator } from '../../account/administrator-store.ts'
import { createServiceKey } from '../../account/service-keys/service-keys.ts'
import { write } from '../../database/retry.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { ADA, ALAN, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

onBothDatabases('people, for administrators', openDatabase => {
  /** Alan administers; Ada and Grace listen. */
  async function start() {
    const open = await openDatabase()
    const app = await startApp(open)
    const [ada, grace, alan] = [await signUp(app), await signUp(app, GRACE), await signUp(app, ALAN)]
    const idOf = async (headers: Record<string, string>) =>
      (await answerOf(app, fetchOwnUser, {}, headers))._id
    const ids = { ada: await idOf(ada), grace: await idOf(grace), alan: await idOf(alan) }
    await write(open.db, tx => setAdministrator(tx, ids.alan, true))
    const actions = async () =>
      (await answerOf(app, fetchAudit, {}, alan)).entries.map(({ action, actor, person }) => [
        action,
        actor,
        person,
      ])
    return { open, app, ada, grace, alan, ids, actions }
  }

  it('are listed newest first, a page at a time, and found by name and address (fetchPeople)', async () => {
    const { open, app, ada, alan } = await start()
    const users = Array.from({ length: 60 }, (_, n) => ({
      id: `user-${n}`,
      name: `Listener ${n}`,
      email: `l${n}@example.org`,
      folded_email: `l${n}@example.org`,
      password_hash: null,
      profile_path: '',
      google_sub: null,
      created_at: n < 30 ? 1 : 2,
    }))
    await open.db.insertInto('users').values(users).execute()
    const first = await answerOf(app, fetchPeople, {}, alan)
    const rest = await answerOf(app, fetchPeople, { after: first.next }, alan)
    expect([first.people.length, rest.people.length, rest.next, first.total]).toEqual([50, 13, undefined, 63])
    expect(new Set([...first.people, ...rest.people].map(({ id }) => id)).size).toBe(63)
    const found = async (query: string) =>
      (await answerOf(app, fetchPeople, { query }, alan)).people.map(({ name }) => name)
    expect(await found('LOVE')).toEqual([ADA.name])
    expect(await found('grace@')).toEqual([GRACE.name])
    expect(await found('%')).toEqual([])
    await answerOf(app, updateUsername, { name: 'Åsa Öberg' }, ada)
    expect([await found('åsa'), await found('ÖBERG')]).toEqual([['Åsa Öberg'], ['Åsa Öberg']])
    expect((await call(app, fetchPeople, { after: 'nonsense' }, alan)).statusCode).toBe(400)
  })

  it('are disabled: signed out, and not signed in again until they are enabled (updatePerson)', async () => {
    const { app, ada, alan, ids, actions } = await start()
    const disabled = await answerOf(app, updatePerson, { id: ids.ada, isDisabled: true }, alan)
    expect(disabled).toMatchObject({ name: ADA.name, isDisabled: true, sessions: 0, lastUsedAt: null })
    expect((await call(app, fetchOwnUser, {}, ada)).statusCode).toBe(401)
    const enter = (password: string) => call(app, login, { email: ADA.email, password })
    const refused = await enter(ADA.password)
    expect([refused.statusCode, refused.json().error]).toEqual([403, ACCOUNT_DISABLED])
    expect((await enter('a wrong password')).statusCode).toBe(401)
    await answerOf(app, updatePerson, { id: ids.ada, isDisabled: false }, alan)
    expect((await enter(ADA.password)).statusCode).toBe(200)
    expect(await actions()).toEqual([
      ['enabled', ALAN.name, ADA.name],
      ['disabled', ALAN.name, ADA.name],
    ])
  })

  it('become administrators and listeners again, at once (updatePerson)', async () => {
    const { app, ada, alan, ids } = await start()
    expect('isAdministrator' in (await answerOf(app, fetchOwnUser, {}, ada))).toBe(false)
    await answerOf(app, updatePerson, { id: ids.ada, isAdministrator: true }, alan)
    expect((await answerOf(app, fetchOwnUser, {}, ada)).isAdministrator).toBe(true)
    await answerOf(app, updatePerson, { id: ids.alan, isAdministrator: false }, ada)
    expect((await call(app, fetchPeople, {}, alan)).statusCode).toBe(403)
  })

  it('keep one administrator who can sign in, also when two remove each other (updatePerson, deletePerson)', async () => {
    const { app, ada, alan, ids } = await start()
    for (const attempt of [
      call(app, updatePerson, { id: ids.alan, isAdministrator: false }, alan),
      call(app, updatePerson, { id: ids.alan, isDisabled: true }, alan),
      call(app, deletePerson, { id: ids.alan }, alan),
    ]) {
      const answer = await attempt
      expect([answer.statusCode, answer.json().error]).toEqual([409, LAST_ADMINISTRATOR])
    }
    await answerOf(app, updatePerson, { id: ids.ada, isAdministrator: true }, alan)
    const statuses = await Promise.all([
      call(app, updatePerson, { id: ids.ada, isDisabled: true }, alan),
      call(app, updatePerson, { id: ids.alan, isDisabled: true }, ada),
    ])
    expect(statuses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it('are signed out everywhere, and deleted with all that is theirs (signOutPerson, deletePerson)', async () => {
    const { app, ada, grace, alan, ids, actions } = await start()
    await answerOf(app, signOutPerson, { id: ids.ada }, alan)
    expect((await call(app, fetchOwnUser, {}, ada)).statusCode).toBe(401)
    await answerOf(app, deletePerson, { id: ids.grace }, alan)
    expect((await call(app, fetchOwnUser, {}, grace)).statusCode).toBe(401)
    expect((await call(app, deletePerson, { id: ids.grace }, alan)).statusCode).toBe(404)
    expect((await answerOf(app, fetchAudit, {}, alan)).entries[0]).toMatchObject({ detail: GRACE.name })
    expect(await actions()).toEqual([
      ['deleted', ALAN.name, null],
      ['signedOut', ALAN.name, ADA.name],
    ])
  })

  it('are administered by programs, which are named in the record (updatePerson, fetchAudit)', async () => {
    const { open, app, ids, alan } = await start()
    const key = { 'service-key': await createServiceKey(open.db, 'nightly script', 'administer') }
    await answerOf(app, updatePerson, { id: ids.ada, isAdministrator: true }, key)
    const { entries } = await answerOf(app, fetchAudit, {}, alan)
    expect(entries).toMatchObject([
      { action: 'madeAdministrator', actor: null, serviceKey: 'nightly script', person: ADA.name },
    ])
  })
})
