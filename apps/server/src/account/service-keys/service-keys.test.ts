import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { operation } from '@refrain/contract/operation'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { write } from '../../database/retry.ts'
import { bind } from '../../http/bind.ts'
import { createApp } from '../../http/create-app.ts'
import { readSettings } from '../../settings.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { signUp } from '../../testing/sign-up.ts'
import { call, startApp } from '../../testing/start-app.ts'
import { deleteServiceKey, listServiceKeys } from './service-key-store.ts'
import { createServiceKey, findServiceByKey } from './service-keys.ts'

const tellAll = operation({
  name: 'tellAll',
  summary: '',
  method: 'POST',
  path: '/api/tell-all',
  who: 'service',
  caching: 'none',
  perUser: { calls: 2, seconds: 3600 },
  input: z.strictObject({}),
  output: z.object({ by: z.string() }),
})

/** A key of the same form that differs in its first character. */
const another = (key: string) => (key.startsWith('x') ? 'y' : 'x') + key.slice(1)

onBothDatabases('service keys', open => {
  it('are stored as hashes and authenticate a program until deleted', async () => {
    const { db } = await open()
    const app = createApp({ ...readSettings({}), rateLimitScale: 1 })
    app.decorate('findServiceKey', key => findServiceByKey(db, key))
    bind(app, tellAll, (_input, { serviceKey }) => ({ by: serviceKey }))
    const key = await createServiceKey(db, 'bell')
    const other = await createServiceKey(db, 'door')
    // In any order, if both were created in the same millisecond.
    const [bell, door] = (await listServiceKeys(db)).toSorted((a, b) => a.name.localeCompare(b.name))
    expect([bell?.name, door?.name]).toEqual(['bell', 'door'])
    expect(JSON.stringify(await db.selectFrom('service_keys').selectAll().execute())).not.toContain(key)
    const statusOf = async (headers: Record<string, string>) =>
      (await call(app, tellAll, {}, headers)).statusCode
    const answer = await call(app, tellAll, {}, { 'service-key': key })
    expect(answer.json()).toEqual({ by: bell?.id })
    for (const wrong of ['', 'A'.repeat(43), `${key} `, another(key), 'malformed']) {
      expect([wrong, await statusOf({ 'service-key': wrong })]).toEqual([wrong, 401])
    }
    expect([await statusOf({}), await statusOf({ 'auth-token': key })]).toEqual([401, 401])
    expect([await statusOf({ 'service-key': key }), await statusOf({ 'service-key': key })]).toEqual([
      200, 429,
    ])
    expect(await statusOf({ 'service-key': other })).toBe(200)
    expect(await write(db, tx => deleteServiceKey(tx, door?.id ?? ''))).toBe('door')
    expect(await write(db, tx => deleteServiceKey(tx, door?.id ?? ''))).toBeUndefined()
    expect(await statusOf({ 'service-key': other })).toBe(401)
    await app.close()
  })

  it('sign nobody in, and a session does not replace one', async () => {
    const opened = await open()
    const app = await startApp(opened)
    const { 'auth-token': token } = await signUp(app)
    const key = await createServiceKey(opened.db, 'bell')
    for (const headers of [{ 'service-key': key }, { 'auth-token': key }]) {
      expect((await call(app, fetchOwnUser, {}, headers)).statusCode).toBe(401)
    }
    expect(await findServiceByKey(opened.db, token)).toBeUndefined()
  })
})
