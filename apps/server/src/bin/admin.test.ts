import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { resetPassword } from '@refrain/contract/account/email'
import { login } from '@refrain/contract/account/sign-in'
import { enableTotp, startTotp } from '@refrain/contract/account/totp'
import { fetchAudit } from '@refrain/contract/administration/audit'
import { TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { programPath } from '../../../../scripts/build.mjs'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { ADA, signUp } from '../testing/sign-up.ts'
import { answerOf, startApp } from '../testing/start-app.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const PROGRAM = programPath('admin')

it('npm run admin turns off two-step logins whose key is lost, and no others', async () => {
  const dataDir = temporaryFolder()
  const open = openDatabase({ databaseUrl: '', dataDir })
  await migrate(open)
  const app = await startApp(open, { settings: { dataDir } })
  const ada = await signUp(app)
  const { secret } = await answerOf(app, startTotp, {}, ada)
  await answerOf(app, enableTotp, { code: new TOTP({ secret }).generate() }, ada)
  await open.close()
  const run = (key = '') =>
    spawnSync(process.execPath, [PROGRAM, '--turn-off-lost-two-step-logins'], {
      encoding: 'utf8',
      cwd: dataDir,
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', APP_PASSWORD_KEY: key },
    }).stdout.trim()
  expect(run()).toBe('No two-step login was turned off: all of them can be read.')
  expect(run('0'.repeat(64))).toMatch(/^Turned off two-step login for 1 account\./)
  expect(run('0'.repeat(64))).toBe('No two-step login was turned off: all of them can be read.')
})

it('npm run admin gives a listener a way back in, and the log says who did', async () => {
  const dataDir = temporaryFolder()
  const open = openDatabase({ databaseUrl: '', dataDir })
  await migrate(open)
  const app = await startApp(open, { settings: { dataDir } })
  const ada = await signUp(app)
  const { secret } = await answerOf(app, startTotp, {}, ada)
  await answerOf(app, enableTotp, { code: new TOTP({ secret }).generate() }, ada)
  const run = (env: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, [PROGRAM, ADA.email, ...args], {
      encoding: 'utf8',
      cwd: dataDir,
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', PUBLIC_URL: '', ...env },
    }).stdout.trim()
  const publicUrl = { PUBLIC_URL: 'https://music.example.org' }
  const [link = ''] = run(publicUrl, '--reset-link').split('\n')
  expect(link).toMatch(/^https:\/\/music\.example\.org\/reset-password#token=[\w-]{43}$/)
  expect(run({}, '--reset-link')).toMatch(/^\/reset-password#token=[\w-]{43}\n.*\nPUBLIC_URL is not set: /)
  expect(run({}, '--turn-off-two-step-login')).toBe(`Logins of ${ADA.email} ask for no code any more.`)
  expect(run({}, '--turn-off-two-step-login')).toBe(`Logins of ${ADA.email} ask for no code.`)
  run({})
  const newPassword = 'difference engine'
  await answerOf(app, resetPassword, { token: link.split('=')[1] ?? '', newPassword })
  const { authtoken } = await answerOf(app, login, { email: ADA.email, password: newPassword })
  const { entries } = await answerOf(app, fetchAudit, {}, { 'auth-token': authtoken })
  expect(entries.map(({ action, serviceKey, person }) => [action, serviceKey, person])).toEqual(
    ['madeAdministrator', 'turnedOffTotp', 'madeResetLink', 'madeResetLink'].map(action => [
      action,
      'npm run admin',
      ADA.name,
    ]),
  )
  await open.close()
})

it('npm run admin says where it looked if there is no database, and creates none', () => {
  const dataDir = join(temporaryFolder(), 'elsewhere')
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, '--list'], {
    encoding: 'utf8',
    cwd: dirname(dataDir),
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  })
  const message = `There is no database in ${dataDir}: check DATA_DIR, or DATABASE_URL for PostgreSQL.`
  expect([status, stderr.trim(), existsSync(dataDir)]).toEqual([1, message, false])
})

it('npm run admin makes an account an administrator, lists it and takes that back', async () => {
  const dataDir = temporaryFolder()
  const open = openDatabase({ databaseUrl: '', dataDir })
  await migrate(open)
  await signUp(await startApp(open, { settings: { dataDir } }))
  await open.close()
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      encoding: 'utf8',
      cwd: dataDir,
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    })
    return { status, out: stdout.trim(), err: stderr.trim() }
  }
  expect(run('Ada@Example.org')).toMatchObject({
    status: 0,
    out: 'Ada@Example.org is an administrator now.',
  })
  expect(run('--list').out).toBe('ada@example.org  Ada Lovelace')
  expect(run('nobody@example.org')).toMatchObject({
    status: 1,
    err: 'There is no account with the address nobody@example.org: sign up in the browser first.',
  })
  expect(run().status).toBe(1)
  expect(run('ada@example.org', '--remove').out).toBe(
    'ada@example.org is no administrator any more.\nThere is no administrator who can sign in.',
  )
  expect(run('--list').out).toBe('There is no administrator.')
})
