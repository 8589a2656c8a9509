import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const MODULE = new URL('./run-program.ts', import.meta.url).href

/** Runs a program that fails with the error. */
function fail(error: object) {
  const program = `
    import { runProgram } from '${MODULE}'
    await runProgram(async () => { throw Object.assign(new Error('what the system says'), ${JSON.stringify(error)}) })`
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
}

it.each([
  ['a full disk', { errcode: 13 }, 'The disk is full: make room and start again (what the system says).\n'],
  [
    'a full disk',
    { code: 'ENOSPC' },
    'The disk is full: make room and start again (what the system says).\n',
  ],
  [
    'a folder that only others may write',
    { code: 'EACCES', path: '/mnt/backups' },
    '/mnt/backups cannot be written: change its permissions and start again (what the system says).\n',
  ],
  [
    'a database that does not exist',
    { code: '3D000' },
    'The database cannot be used (what the system says): check DATABASE_URL.\n',
  ],
  [
    'a database that only others may write',
    { errcode: 8 },
    'DATA_DIR cannot be written: change its permissions and start again (what the system says).\n',
  ],
])('ends on %s with one line', (_, error, line) => {
  const { status, stderr } = fail(error)
  expect([status, stderr]).toEqual([1, line])
})

it('prints the stack of any other error', () => {
  expect(fail({}).stderr).toMatch(/what the system says\n\s+at /)
})
