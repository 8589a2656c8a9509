import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { programPath } from '../../../../scripts/build.mjs'
import { migrate } from '../database/migrate.ts'
import { DATABASE_FILE, openDatabase } from '../database/open.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const PROGRAM = programPath('service-key')

it('npm run service-key creates a key, prints it once, lists it and deletes it', async () => {
  const parent = temporaryFolder()
  const dataDir = join(parent, 'data')
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      encoding: 'utf8',
      cwd: parent,
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    })
    return { status, out: stdout.trim(), err: stderr.trim() }
  }
  // Where there is no service, or for nobody, it creates nothing.
  expect(run('door', 'bell')).toMatchObject({
    status: 1,
    err: `There is no database in ${dataDir}: check DATA_DIR, or DATABASE_URL for PostgreSQL.`,
  })
  expect(run()).toMatchObject({ status: 78, out: '', err: expect.stringMatching(/^Name the program/) })
  expect(existsSync(dataDir)).toBe(false)
  const open = openDatabase({ databaseUrl: '', dataDir })
  await migrate(open)
  await open.close()
  expect(run(' ').status).toBe(78)
  expect(run('--list', 'bell').status).toBe(78)
  expect(run('--list').out).toBe('')
  const made = run('door', 'bell')
  expect([made.status, made.out]).toEqual([0, expect.stringMatching(/^[A-Za-z0-9_-]{43}$/)])
  expect(readFileSync(join(dataDir, DATABASE_FILE)).includes(made.out)).toBe(false)
  const { out } = run('--list')
  expect(out).toMatch(/^[0-9a-f]{12} {2}\S+Z {2}send {8}door bell$/)
  expect(run('x', '--for', 'everything')).toMatchObject({
    status: 78,
    err: '--for takes one of: send, metrics, administer.',
  })
  expect(out).not.toContain(made.out)
  const id = out.slice(0, 12)
  expect(run('--delete', id)).toMatchObject({ status: 0, out: `The key ${id} opens nothing any more.` })
  expect(run('--delete', id)).toMatchObject({
    status: 1,
    err: `There is no key ${id}: --list shows which there are.`,
  })
  expect(run('--list').out).toBe('')
  const after = openDatabase({ databaseUrl: '', dataDir })
  const entries = await after.db
    .selectFrom('audit_entries')
    .select(['action', 'service_key', 'detail'])
    .orderBy('at')
    .execute()
  await after.close()
  expect(entries).toEqual([
    { action: 'madeServiceKey', service_key: 'npm run service-key', detail: 'door bell (send)' },
    { action: 'deletedServiceKey', service_key: 'npm run service-key', detail: 'door bell' },
  ])
})
