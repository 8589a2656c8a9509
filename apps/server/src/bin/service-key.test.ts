import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { DATABASE_FILE } from '../database/open.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

const PROGRAM = fileURLToPath(new URL('./service-key.ts', import.meta.url))

it('npm run service-key creates a key, prints it once, lists it and deletes it', () => {
  const dataDir = temporaryFolder()
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args], {
      encoding: 'utf8',
      cwd: dataDir,
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    })
    return { status, out: stdout.trim(), err: stderr.trim() }
  }
  const made = run('door', 'bell')
  expect([made.status, made.out]).toEqual([0, expect.stringMatching(/^[A-Za-z0-9_-]{43}$/)])
  expect(readFileSync(join(dataDir, DATABASE_FILE)).includes(made.out)).toBe(false)
  const { out } = run('--list')
  expect(out).toMatch(/^[0-9a-f]{12} {2}\S+Z {2}send {8}door bell$/)
  expect(run('x', '--for', 'everything')).toMatchObject({
    status: 1,
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
})
