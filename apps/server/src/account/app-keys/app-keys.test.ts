import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createAppKey,
  fetchAppKeys,
  revokeAllAppKeys,
  revokeAppKey,
} from '@refrain/contract/account/app-keys'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { enableTotp, startTotp } from '@refrain/contract/account/totp'
import { fetchOwnData } from '@refrain/contract/own-data'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { expect, it, vi } from 'vitest'
import { readSettings } from '../../settings.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { ADA, changePassword, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { AppKeys, matchesPassword, matchesToken } from './app-keys.ts'
import { openSealingKey, requireSealingKey, SEALING_KEY_FILE } from './open-sealing-key.ts'
import { SealingKey } from './sealing-key.ts'

const hooks = await vi.hoisted(async () => {
  const { linkSync } = await import('node:fs')
  return { linkSync: linkSync as (from: string, to: string) => void }
})
vi.mock('node:fs', async original => ({
  ...(await original<typeof import('node:fs')>()),
  linkSync: (from: string, to: string) => hooks.linkSync(from, to),
}))

const USE = { client: 'Test', address: '127.0.0.1' }
const PHONE = { name: ' My phone ', kind: 'password', scope: 'edit' } as const

it('a sealing key opens what it has sealed, for the same context only (SUB-21)', () => {
  const key = new SealingKey(Buffer.alloc(32, 1))
  const sealed = key.seal('secret', 'ada 1')
  expect(sealed).not.toBe(key.seal('secret', 'ada 1'))
  expect(key.open(sealed, 'ada 1')).toBe('secret')
  expect(key.open(sealed, 'ada 2')).toBeUndefined()
  expect(new SealingKey(Buffer.alloc(32, 2)).open(sealed, 'ada 1')).toBeUndefined()
  expect(key.open('', 'ada 1')).toBeUndefined()
})

it('creates the key file in one step: what another process has created in the meantime counts (SUB-21)', () => {
  const settings = { ...readSettings({}), dataDir: temporaryFolder() }
  const file = join(settings.dataDir, SEALING_KEY_FILE)
  const { linkSync } = hooks
  hooks.linkSync = (from, to) => {
    // Nothing is at the final name while the key is written.
    expect(() => statSync(file)).toThrow('ENOENT')
    writeFileSync(file, 'f0'.repeat(32))
    linkSync(from, to)
  }
  try {
    const key = openSealingKey(settings)
    expect(key.fingerprint).toBe(new SealingKey(Buffer.alloc(32, 0xf0)).fingerprint)
  } finally {
    hooks.linkSync = linkSync
  }
  expect(readdirSync(settings.dataDir)).toEqual([SEALING_KEY_FILE])
})

const SOON = { timeout: 15_000 }

onBothDatabases('keys of apps', openDatabase => {
  async function start() {
    const open = await openDatabase()
    const dataDir = temporaryFolder()
    const app = await startApp(open, { settings: { dataDir } })
    const [ada, grace] = [await signUp(app), await signUp(app, GRACE)]
    const settings = { ...readSettings({}), dataDir }
    const keys = new AppKeys(open.db, openSealingKey(settings))
    return { open, app, ada, grace, settings, keys }
  }

  it('are shown once, and listed, found and revoked by their listener only (createAppKey, fetchAppKeys, revokeAppKey, revokeAllAppKeys, SUB-20, SUB-22)', async () => {
    const { app, ada, grace, keys } = await start()
    const { key, secret } = await answerOf(app, createAppKey, PHONE, ada)
    expect(key).toMatchObject({ name: 'My phone', kind: 'password', scope: 'edit', lastUsedAt: null })
    const listed = await call(app, fetchAppKeys, {}, ada)
    expect([listed.json().keys, listed.json().isOffered, listed.body.includes(secret)]).toEqual([
      [key],
      true,
      false,
    ])
    expect((await answerOf(app, fetchAppKeys, {}, grace)).keys).toEqual([])
    const { _id: userId } = await answerOf(app, fetchOwnUser, {}, ada)
    const find = () => keys.findByPassword(ADA.email, matchesPassword(secret), USE)
    expect(await find()).toMatchObject({ userId, keyId: key.id, scope: 'edit' })
    expect((await call(app, revokeAppKey, { id: key.id }, grace)).statusCode).toBe(404)
    await answerOf(app, revokeAllAppKeys, {}, grace)
    expect(await find()).toBeDefined()
    await answerOf(app, revokeAppKey, { id: key.id }, ada)
    expect(await find()).toBeUndefined()
    expect((await call(app, createAppKey, { ...PHONE, name: ' ' }, ada)).statusCode).toBe(400)
  })

  it('leave nothing in the database or in answers that could be sent again (SUB-21)', async () => {
    const { open, app, ada } = await start()
    const made = [
      await answerOf(app, createAppKey, PHONE, ada),
      await answerOf(app, createAppKey, { ...PHONE, kind: 'apiKey' }, ada),
    ]
    const { rows } = await sql<Record<string, unknown>>`select * from app_keys`.execute(open.db)
    const others = await sql<Record<string, unknown>>`select * from secrets`.execute(open.db)
    const answers = [await call(app, fetchAppKeys, {}, ada), await call(app, fetchOwnData, {}, ada)]
    const dump = [JSON.stringify([rows, others.rows]), ...answers.map(({ body }) => body)].join('\n')
    for (const { secret } of made) {
      const forms = [
        secret,
        secret.replaceAll('-', ''),
        Buffer.from(secret).toString('base64'),
        Buffer.from(secret).toString('base64url'),
        Buffer.from(secret).toString('hex'),
        createHash('md5').update(secret).digest('hex'),
      ]
      for (const form of forms) expect(dump).not.toContain(form)
    }
    expect(rows).toHaveLength(2)
  })

  it('need the key file, which only its owner can read (SUB-21)', async () => {
    const { open, app, ada, settings } = await start()
    const file = join(settings.dataDir, SEALING_KEY_FILE)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(openSealingKey(settings).fingerprint).toBe(openSealingKey(settings).fingerprint)
    const elsewhere = { ...settings, dataDir: temporaryFolder() }
    await requireSealingKey(open.db, elsewhere)
    await answerOf(app, createAppKey, PHONE, ada)
    await requireSealingKey(open.db, settings)
    await expect(requireSealingKey(open.db, elsewhere)).rejects.toThrow(/is missing/)
    openSealingKey(elsewhere)
    await expect(requireSealingKey(open.db, elsewhere)).rejects.toThrow(/is another one/)
    const appPasswordKey = readFileSync(file, 'utf8').trim()
    await requireSealingKey(open.db, { ...elsewhere, appPasswordKey })
  })

  it('share the key with secrets of authenticator apps, which need it, too (SUB-21)', async () => {
    const { open, app, ada, settings } = await start()
    const { secret } = await answerOf(app, startTotp, {}, ada)
    const elsewhere = { ...settings, dataDir: temporaryFolder() }
    // One that was never entered does not count.
    await requireSealingKey(open.db, elsewhere)
    await answerOf(app, enableTotp, { code: new TOTP({ secret }).generate() }, ada)
    await requireSealingKey(open.db, settings)
    const missing = requireSealingKey(open.db, elsewhere)
    await expect(missing).rejects.toThrow(
      /^Listeners have two-step logins, but .* is missing\. Put the key back/,
    )
    openSealingKey(elsewhere)
    await answerOf(app, createAppKey, PHONE, ada)
    const other = requireSealingKey(open.db, elsewhere)
    await expect(other).rejects.toThrow(
      /app passwords and two-step logins.*--delete-app-passwords.*--turn-off-lost/,
    )
  })

  it('end with a change of the password, unless the listener keeps them (SUB-22)', async () => {
    const { app, ada } = await start()
    await answerOf(app, createAppKey, PHONE, ada)
    const [first, second] = ['difference engine', 'another engine']
    const kept = { currentPassword: ADA.password, newPassword: first, keepsAppKeys: true }
    const next = await changePassword(app, kept, ada)
    expect((await answerOf(app, fetchAppKeys, {}, next)).keys).toHaveLength(1)
    const last = await changePassword(app, { currentPassword: first, newPassword: second }, next)
    expect((await answerOf(app, fetchAppKeys, {}, last)).keys).toEqual([])
  })

  it('of a disabled account open nothing', async () => {
    const { open, app, ada, keys } = await start()
    const { secret } = await answerOf(app, createAppKey, PHONE, ada)
    const matches = matchesToken(createHash('md5').update(`${secret}s`).digest('hex'), 's')
    expect(await keys.findByPassword(ADA.email, matches, USE)).toBeDefined()
    await open.db.updateTable('users').set({ disabled_at: 1 }).where('email', '=', ADA.email).execute()
    expect(await keys.findByPassword(ADA.email, matches, USE)).toBeUndefined()
  })

  it('show which app used them last, and from where, without a write for every change', async () => {
    const { app, ada, keys } = await start()
    const { secret } = await answerOf(app, createAppKey, { ...PHONE, kind: 'apiKey' }, ada)
    const shown = async () => {
      const [key] = (await answerOf(app, fetchAppKeys, {}, ada)).keys
      return [key?.lastClient, key?.lastNetwork]
    }
    const use = (client: string, address = '203.0.113.7') => keys.findByApiKey(secret, { client, address })
    expect(await shown()).toEqual(['', ''])
    const began = Date.now()
    const clock = vi.spyOn(Date, 'now')
    try {
      clock.mockReturnValue(began)
      await use('one')
      await vi.waitFor(async () => expect(await shown()).toEqual(['one', '203.0.113.0/24']), SOON)
      for (const name of ['two', 'one', 'two', 'three']) await use(name)
      expect(await shown()).toEqual(['one', '203.0.113.0/24'])
      clock.mockReturnValue(began + 5_000)
      // The write before may still wait for the disk.
      await vi.waitFor(async () => {
        await use('two')
        expect(await shown()).toEqual(['two', '203.0.113.0/24'])
      }, SOON)
      clock.mockReturnValue(began + 10_000)
      await vi.waitFor(async () => {
        await use('two', '2001:db8:1:2::3')
        expect(await shown()).toEqual(['two', '2001:db8:1::/48'])
      }, SOON)
    } finally {
      vi.restoreAllMocks()
    }
  })
})
