import { resetPassword } from '@refrain/contract/account/email'
import { fetchKeys } from '@refrain/contract/account/keys'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { login } from '@refrain/contract/account/sign-in'
import { enableTotp, startTotp } from '@refrain/contract/account/totp'
import { fetchAudit } from '@refrain/contract/administration/audit'
import { createResetLink, fetchPeople, turnOffTotpOfPerson } from '@refrain/contract/administration/people'
import { TOTP } from 'otpauth'
import { expect, it, onTestFinished, vi } from 'vitest'
import { setAdministrator } from '../../account/administrator-store.ts'
import { markAddressVerified } from '../../account/email/address-store.ts'
import { write } from '../../database/retry.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'

const NEW_PASSWORD = 'difference engine'
const DAY_MS = 86_400_000

onBothDatabases('a way back into an account', openDatabase => {
  /** Grace administers. */
  async function start() {
    const open = await openDatabase()
    const app = await startApp(open)
    const [ada, grace] = [await signUp(app), await signUp(app, GRACE)]
    const idOf = async (headers: Record<string, string>) =>
      (await answerOf(app, fetchOwnUser, {}, headers))._id
    const [id, administratorId] = [await idOf(ada), await idOf(grace)]
    await write(open.db, tx => setAdministrator(tx, administratorId, true))
    const logIn = async (password: string) =>
      (await call(app, login, { email: ADA.email, password })).statusCode
    const actions = async () =>
      (await answerOf(app, fetchAudit, {}, grace)).entries.map(({ action, actor, person }) => [
        action,
        actor,
        person,
      ])
    return { open, app, ada, grace, id, logIn, actions }
  }

  it('is a link for a new password, which an administrator hands over and which verifies no address (createResetLink)', async () => {
    const { app, ada, grace, id, logIn, actions } = await start()
    const { token, expiresAt } = await answerOf(app, createResetLink, { id }, grace)
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - DAY_MS)).toBeLessThan(DAY_MS / 24)
    expect(await actions()).toEqual([['madeResetLink', GRACE.name, ADA.name]])
    await answerOf(app, resetPassword, { token, newPassword: NEW_PASSWORD })
    expect((await call(app, fetchOwnUser, {}, ada)).statusCode).toBe(401)
    expect([await logIn(ADA.password), await logIn(NEW_PASSWORD)]).toEqual([401, 200])
    expect((await call(app, resetPassword, { token, newPassword: NEW_PASSWORD })).statusCode).toBe(403)
    const again = await answerOf(app, login, { email: ADA.email, password: NEW_PASSWORD })
    const keys = await answerOf(app, fetchKeys, {}, { 'auth-token': again.authtoken })
    expect(keys.isEmailVerified).toBe(false)
  })

  it('is a link that works for a day', async () => {
    const { app, grace, id } = await start()
    const { token } = await answerOf(app, createResetLink, { id }, grace)
    const attempt = async () =>
      (await call(app, resetPassword, { token, newPassword: 'password1' })).json().error
    // A common password is refused before the link is looked at; a good one afterwards.
    expect(await attempt()).toMatch(/most common/)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS })
    onTestFinished(() => void vi.useRealTimers())
    expect((await call(app, resetPassword, { token, newPassword: NEW_PASSWORD })).statusCode).toBe(403)
  })

  it('is without a code, if a thief has set up two-step login; the listener is told (turnOffTotpOfPerson)', async () => {
    const { open, app, ada, grace, id, logIn, actions } = await start()
    await write(open.db, tx => markAddressVerified(tx, id, 1))
    const isOn = async () =>
      (await answerOf(app, fetchPeople, { query: ADA.email }, grace)).people[0]?.hasTotp
    const { secret } = await answerOf(app, startTotp, {}, ada)
    expect(await isOn()).toBe(false)
    await answerOf(app, enableTotp, { code: new TOTP({ secret }).generate() }, ada)
    expect([await isOn(), await logIn(ADA.password)]).toEqual([true, 401])
    await answerOf(app, turnOffTotpOfPerson, { id }, grace)
    expect([await isOn(), await logIn(ADA.password)]).toEqual([false, 200])
    await answerOf(app, turnOffTotpOfPerson, { id }, grace)
    expect(await actions()).toEqual([['turnedOffTotp', GRACE.name, ADA.name]])
    const told = await open.db
      .selectFrom('deliveries')
      .select('body')
      .where('kind', '=', 'second-factor-changed')
      .execute()
    expect(told.map(({ body }) => JSON.parse(body).isOn)).toEqual([true, false])
  })
})
