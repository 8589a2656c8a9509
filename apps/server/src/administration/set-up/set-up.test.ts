import { mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { fetchAudit } from '@refrain/contract/administration/audit'
import {
  completeSetUp,
  fetchSetUp,
  fetchSetUpFolders,
  WRONG_SET_UP_CODE,
} from '@refrain/contract/administration/set-up'
import { fetchImportStatus } from '@refrain/contract/catalogue/import-status'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { expect, it } from 'vitest'
import { write } from '../../database/retry.ts'
import { closeSetUpOfExisting, readSetUpChoices, type SetUpChoices } from '../../set-up/set-up-store.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createSetUpCode } from './set-up-code.ts'

/** Somebody whom a proxy has forwarded. */
const ELSEWHERE = { 'x-forwarded-for': '192.0.2.7' }

onBothDatabases('the set-up of a new service', openDatabase => {
  it('creates the first administrator and stores what was chosen (completeSetUp)', async () => {
    const open = await openDatabase()
    const root = realpathSync(temporaryFolder())
    mkdirSync(join(root, 'Records'))
    const begun: SetUpChoices[] = []
    const app = await startApp(open, {
      settings: { musicRoots: [root] },
      onSetUp: choices => void begun.push(choices),
    })
    expect((await answerOf(app, fetchImportStatus, {})).canSetUp).toBe(true)
    const settings = { serviceName: '', signUp: 'open', guests: 'listen' }
    const state = { needsCode: false, fixed: [], ...settings }
    expect(await answerOf(app, fetchSetUp, {})).toEqual(state)
    const music = join(root, 'Records')
    const modes = { signUp: 'invitation' as const, guests: 'off' as const }
    const chosen = { music, sample: false, serviceName: 'Family Music', ...modes }
    const { authtoken } = await answerOf(app, completeSetUp, { ...ADA, ...chosen })
    const headers = { 'auth-token': authtoken }
    expect(await answerOf(app, fetchOwnUser, {}, headers)).toMatchObject({ isAdministrator: true })
    expect(await answerOf(app, fetchConfiguration, {})).toMatchObject({
      name: 'Family Music',
      ...modes,
    })
    expect(await readSetUpChoices(open.db)).toEqual({ music, wantsSample: false })
    expect(begun).toEqual([{ music, wantsSample: false }])
    const { entries } = await answerOf(app, fetchAudit, {}, headers)
    expect(entries).toMatchObject([{ action: 'setUp', actor: ADA.name }])
  })

  it('is closed for ever by the first account, even if it is deleted (fetchSetUp, fetchSetUpFolders)', async () => {
    const open = await openDatabase()
    const app = await startApp(open)
    const code = await createSetUpCode(open.db)
    await signUp(app)
    await open.db.deleteFrom('users').execute()
    for (const later of [app, await startApp(open)]) {
      expect((await call(later, fetchSetUp, {})).statusCode).toBe(404)
      expect((await call(later, fetchSetUpFolders, { code })).statusCode).toBe(404)
      expect((await call(later, completeSetUp, { ...GRACE, code })).statusCode).toBe(404)
      expect(await answerOf(later, fetchImportStatus, {})).not.toHaveProperty('canSetUp')
    }
    expect(await createSetUpCode(open.db)).toBeUndefined()
  })

  it('is done once, whoever tries at the same time', async () => {
    const open = await openDatabase()
    const apps = await Promise.all([startApp(open), startApp(open)])
    const tries = await Promise.all([
      call(apps[0], completeSetUp, { ...ADA }),
      call(apps[1], completeSetUp, { ...GRACE }),
    ])
    expect(tries.map(answer => answer.statusCode).toSorted()).toEqual([200, 404])
    expect(await open.db.selectFrom('users').select('administrator').execute()).toEqual([
      { administrator: 1 },
    ])
  })

  it('takes only the code of the last start from visitors from elsewhere', async () => {
    const open = await openDatabase()
    const app = await startApp(open, { settings: { musicRoots: [temporaryFolder()] } })
    const earlier = await createSetUpCode(open.db)
    const code = (await createSetUpCode(open.db)) as string
    expect(code).toMatch(/^[\da-f]{32}$/)
    expect(await open.db.selectFrom('set_up').select('code_hash').execute()).not.toEqual([
      { code_hash: code },
    ])
    for (const wrong of [undefined, '', 'x', earlier]) {
      const given = wrong === undefined ? {} : { code: wrong }
      for (const refused of [
        await call(app, completeSetUp, { ...ADA, ...given }, ELSEWHERE),
        await call(app, fetchSetUpFolders, given, ELSEWHERE),
      ])
        expect([refused.statusCode, refused.json().error]).toEqual([403, WRONG_SET_UP_CODE])
    }
    expect(await answerOf(app, fetchSetUp, {}, ELSEWHERE)).toMatchObject({ needsCode: true })
    expect(await answerOf(app, fetchImportStatus, {}, ELSEWHERE)).not.toHaveProperty('canSetUp')
    await answerOf(app, fetchSetUpFolders, { code }, ELSEWHERE)
    await answerOf(app, completeSetUp, { ...ADA, code: ` ${code.toUpperCase()} ` }, ELSEWHERE)
  })

  it('trusts no address where proxies may stand between', async () => {
    const open = await openDatabase()
    const needsCode = async (settings: object, headers = {}, isContained = false) => {
      const app = await startApp(open, { settings, isContained })
      return (await answerOf(app, fetchSetUp, {}, headers)).needsCode
    }
    expect(await needsCode({})).toBe(false)
    expect(await needsCode({}, { host: '192.0.2.1' })).toBe(true)
    expect(await needsCode({}, { via: '1.1 proxy' })).toBe(true)
    expect(await needsCode({}, {}, true)).toBe(true)
    expect(await needsCode({ trustedProxies: ['127.0.0.1'] })).toBe(true)
    expect(await needsCode({ publicUrl: 'https://music.example.org' })).toBe(true)
  })

  it('lists folders below the allowed ones only, and follows no link out of them', async () => {
    const open = await openDatabase()
    const root = realpathSync(temporaryFolder())
    const outside = realpathSync(temporaryFolder())
    for (const name of ['Records', 'Records/Jazz', '.hidden']) mkdirSync(join(root, name))
    symlinkSync(outside, join(root, 'Elsewhere'))
    const app = await startApp(open, { settings: { musicRoots: [root] } })
    const list = (path: string) => answerOf(app, fetchSetUpFolders, { path })
    expect(await answerOf(app, fetchSetUpFolders, {})).toEqual({
      path: null,
      folders: [{ name: root, path: root }],
    })
    const records = join(root, 'Records')
    expect(await list(root)).toEqual({
      path: root,
      parent: null,
      folders: [{ name: 'Records', path: records }],
    })
    expect(await list(records)).toMatchObject({ parent: root, folders: [{ name: 'Jazz' }] })
    for (const path of [
      outside,
      join(root, '.hidden'),
      join(root, '..'),
      join(root, 'Elsewhere'),
      join(root, 'none'),
      '/',
      'a',
    ]) {
      expect((await call(app, fetchSetUpFolders, { path })).statusCode).toBe(400)
      expect((await call(app, completeSetUp, { ...ADA, music: path })).statusCode).toBe(400)
    }
  })

  it('leaves alone what the environment gives, and accounts that break the rules', async () => {
    const open = await openDatabase()
    const root = realpathSync(temporaryFolder())
    const settings = {
      ...{ music: ['/srv/music'], musicRoots: [root], sample: false },
      given: { signUp: 'closed' as const, guests: 'listen' as const },
    }
    const app = await startApp(open, { settings })
    expect(await answerOf(app, fetchSetUp, {})).toEqual({
      needsCode: false,
      fixed: ['music', 'sample', 'signUp', 'guests'],
      serviceName: '',
      signUp: 'closed',
      guests: 'listen',
    })
    for (const more of [
      { music: root },
      { sample: true },
      { signUp: 'open' as const },
      { guests: 'off' as const },
      { password: 'short' },
    ])
      expect((await call(app, completeSetUp, { ...ADA, ...more })).statusCode).toBe(400)
    expect(await open.db.selectFrom('users').select('id').execute()).toEqual([])
    await answerOf(app, completeSetUp, { ...ADA })
  })

  it('is not offered to an installation that has music, or where it is switched off', async () => {
    const open = await openDatabase()
    const off = await startApp(open, { settings: { offersSetUp: false } })
    expect((await call(off, fetchSetUp, {})).statusCode).toBe(404)
    const put = seed(open.db)
    const artist = await put.artist('Nina')
    await put.track('One', await put.album('First', artist), [artist])
    await write(open.db, closeSetUpOfExisting)
    expect(await createSetUpCode(open.db)).toBeUndefined()
    expect((await call(await startApp(open), fetchSetUp, {})).statusCode).toBe(404)
  })

  it('stays open while the sample catalogue comes in', async () => {
    const open = await openDatabase()
    await write(open.db, closeSetUpOfExisting)
    const put = seed(open.db)
    const artist = await put.artist('Nina')
    await put.track('One', await put.album('First', artist), [artist])
    await write(open.db, closeSetUpOfExisting)
    expect(await createSetUpCode(open.db)).toBeDefined()
  })
})
