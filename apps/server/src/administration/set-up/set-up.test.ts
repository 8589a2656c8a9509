import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { fetchAudit } from '@refrain/contract/administration/audit'
import {
  completeSetUp,
  countSetUpFiles,
  fetchSetUp,
  fetchSetUpFolders,
  WRONG_SET_UP_CODE,
} from '@refrain/contract/administration/set-up'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { expect, it } from 'vitest'
import { write } from '../../database/retry.ts'
import type { Database } from '../../database/tables.ts'
import { closeSetUpOfExisting, readSetUpChoices, type SetUpChoices } from '../../set-up/set-up-store.ts'
import type { Settings } from '../../settings.ts'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { seed } from '../../testing/seed.ts'
import { ADA, GRACE, signUp } from '../../testing/sign-up.ts'
import { answerOf, call, startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { writePages } from '../../testing/write-pages.ts'
import { createSetUpCode } from './set-up-code.ts'

/** Where everybody seems to sit whom an unaware proxy on this machine forwards. */
const HERE = { host: 'localhost' }

const codeFor = async (db: Database) => (await createSetUpCode(db)) as string

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
    const settings = { serviceName: '', signUp: 'open', guests: 'listen' }
    const state = { fixed: [], ...settings }
    expect(await answerOf(app, fetchSetUp, {})).toEqual(state)
    const music = join(root, 'Records')
    const modes = { signUp: 'invitation' as const, guests: 'off' as const }
    const chosen = { music, sample: false, serviceName: 'Family Music', ...modes }
    const { authtoken } = await answerOf(app, completeSetUp, {
      ...ADA,
      ...chosen,
      code: await codeFor(open.db),
    })
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

  it('is closed for ever by the first account, even if it is deleted (fetchSetUp, fetchSetUpFolders, countSetUpFiles)', async () => {
    const open = await openDatabase()
    const app = await startApp(open)
    const code = await codeFor(open.db)
    await signUp(app)
    await open.db.deleteFrom('users').execute()
    for (const later of [app, await startApp(open)]) {
      expect((await call(later, fetchSetUp, {})).statusCode).toBe(404)
      expect((await call(later, fetchSetUpFolders, { code })).statusCode).toBe(404)
      expect((await call(later, countSetUpFiles, { code, path: '/' })).statusCode).toBe(404)
      expect((await call(later, completeSetUp, { ...GRACE, code })).statusCode).toBe(404)
    }
    expect(await createSetUpCode(open.db)).toBeUndefined()
  })

  it('is done once, whoever tries at the same time', async () => {
    const open = await openDatabase()
    const apps = await Promise.all([startApp(open), startApp(open)])
    const code = await codeFor(open.db)
    const tries = await Promise.all([
      call(apps[0], completeSetUp, { ...ADA, code }),
      call(apps[1], completeSetUp, { ...GRACE, code }),
    ])
    expect(tries.map(answer => answer.statusCode).toSorted()).toEqual([200, 404])
    expect(await open.db.selectFrom('users').select('administrator').execute()).toEqual([
      { administrator: 1 },
    ])
  })

  it('takes only the code of the last start, wherever somebody seems to sit', async () => {
    const open = await openDatabase()
    const app = await startApp(open, { settings: { musicRoots: [temporaryFolder()] } })
    const earlier = await codeFor(open.db)
    const code = await codeFor(open.db)
    expect(code).toMatch(/^[\da-f]{32}$/)
    expect(await open.db.selectFrom('set_up').select('code_hash').execute()).not.toEqual([
      { code_hash: code },
    ])
    for (const wrong of ['', 'x', earlier]) {
      for (const refused of [
        await call(app, completeSetUp, { ...ADA, code: wrong }, HERE),
        await call(app, fetchSetUpFolders, { code: wrong }, HERE),
        await call(app, countSetUpFiles, { code: wrong, path: '/' }, HERE),
      ])
        expect([refused.statusCode, refused.json().error]).toEqual([403, WRONG_SET_UP_CODE])
    }
    const none = await app.inject({ method: 'POST', url: completeSetUp.path, payload: ADA })
    expect(none.statusCode).toBe(400)
    await answerOf(app, fetchSetUpFolders, { code })
    await answerOf(app, completeSetUp, { ...ADA, code: ` ${code.toUpperCase()} ` })
  })

  it('lists folders below the allowed ones only, and follows no link out of them', async () => {
    const open = await openDatabase()
    const root = realpathSync(temporaryFolder())
    const outside = realpathSync(temporaryFolder())
    for (const name of ['Records', 'Records/Jazz', '.hidden']) mkdirSync(join(root, name))
    symlinkSync(outside, join(root, 'Elsewhere'))
    const app = await startApp(open, { settings: { musicRoots: [root] } })
    const code = await codeFor(open.db)
    const list = (path: string) => answerOf(app, fetchSetUpFolders, { code, path })
    for (const folder of [join(root, 'Records/Jazz'), outside]) writeFileSync(join(folder, 'one.mp3'), '')
    expect(await answerOf(app, countSetUpFiles, { code, path: root })).toEqual({ files: 1, isAll: true })
    expect(await answerOf(app, fetchSetUpFolders, { code })).toEqual({
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
      expect((await call(app, fetchSetUpFolders, { code, path })).statusCode).toBe(400)
      expect((await call(app, countSetUpFiles, { code, path })).statusCode).toBe(400)
      expect((await call(app, completeSetUp, { ...ADA, code, music: path })).statusCode).toBe(400)
    }
  })

  it("offers neither the service's own data nor the whole file system", async () => {
    const open = await openDatabase()
    const root = realpathSync(temporaryFolder())
    for (const name of ['Records', 'data', 'data/uploads']) mkdirSync(join(root, name))
    const dataDir = join(root, 'data')
    const app = await startApp(open, { settings: { dataDir, musicRoots: ['/', root, dataDir] } })
    const code = await codeFor(open.db)
    const roots = await answerOf(app, fetchSetUpFolders, { code })
    expect(roots.folders.map(({ path }) => path)).toEqual([root])
    const { folders } = await answerOf(app, fetchSetUpFolders, { code, path: root })
    expect(folders.map(({ name }) => name)).toEqual(['Records'])
    for (const path of ['/', dataDir, join(dataDir, 'uploads')]) {
      expect((await call(app, fetchSetUpFolders, { code, path })).statusCode).toBe(400)
      expect((await call(app, completeSetUp, { ...ADA, code, music: path })).statusCode).toBe(400)
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
      fixed: ['music', 'sample', 'signUp', 'guests'],
      serviceName: '',
      signUp: 'closed',
      guests: 'listen',
    })
    const code = await codeFor(open.db)
    for (const more of [
      { music: root },
      { sample: true },
      { signUp: 'open' as const },
      { guests: 'off' as const },
      { password: 'short' },
    ])
      expect((await call(app, completeSetUp, { ...ADA, code, ...more })).statusCode).toBe(400)
    expect(await open.db.selectFrom('users').select('id').execute()).toEqual([])
    await answerOf(app, completeSetUp, { ...ADA, code })
  })

  it.each([
    [{ name: 'Al' }, 'Username must be at least 3 characters long!'],
    [{ name: '\u200b\u200b\u200b' }, /^The name must have visible characters/],
    [{ email: 'nowhere' }, 'Invalid Email Address!'],
    [{ password: 'short' }, 'Password must be at least 8 characters long!'],
  ])('says what is wrong with the account %j', async (wrong, why) => {
    const open = await openDatabase()
    const app = await startApp(open)
    const answer = await call(app, completeSetUp, { ...ADA, code: await codeFor(open.db), ...wrong })
    expect([answer.statusCode, answer.json().error]).toEqual([400, expect.stringMatching(why)])
  })

  it('is not offered to an installation that has music, or where it is switched off', async () => {
    const open = await openDatabase()
    const pageStatus = async (settings: Partial<Settings>) => {
      const app = await startApp(open, { settings, pagesDir: writePages() })
      return (await app.inject({ url: '/setup', headers: { accept: 'text/html' } })).statusCode
    }
    expect(await pageStatus({})).toBe(200)
    expect(await pageStatus({ offersSetUp: false })).toBe(404)
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
