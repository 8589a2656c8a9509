import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultDataDir, findNode, root, runtimePackage } from './runtime.mjs'

const NODE = join(runtimePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-runtime-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** Runs a program as npm's scripts do, in the folder of the test. */
function become(program: string, env: Readonly<Record<string, string>> = {}) {
  const script = `import { become } from '${new URL('./runtime.mjs', import.meta.url)}'
become('${join(root, program)}', [])`
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  })
  return { status, stdout }
}

/** A short program of the service. */
const migrate = (env?: Readonly<Record<string, string>>) => become('apps/server/src/bin/migrate.ts', env)

const UP_TO_DATE = { status: 0, stdout: 'The database is up to date.\n' }

it('starts the program on Windows, where Node has an execve that only throws', () => {
  const other = "Object.defineProperty(process, 'platform', { value: 'win32' })"
  const program = join(root, 'apps/server/src/bin/migrate.ts')
  const script = `${other}
const { become } = await import('${new URL('./runtime.mjs', import.meta.url)}')
process.execve = () => { throw new Error('not on this platform') }
become(${JSON.stringify(program)}, [])`
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data') }
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    ...{ encoding: 'utf8', cwd: folder, env },
  })
  expect({ status, stdout }).toEqual(UP_TO_DATE)
})

describe('the compile cache', () => {
  it('is in the data folder named by the environment or .env', () => {
    write('one/refrain-data', '')
    expect(migrate({ DATA_DIR: join(folder, 'one') })).toEqual(UP_TO_DATE)
    write('.env', 'DATA_DIR=two')
    write('two/refrain-data', '')
    expect(migrate()).toEqual(UP_TO_DATE)
    for (const dataDir of ['one', 'two']) {
      expect(readdirSync(join(folder, dataDir, 'compiled'))).toEqual([expect.stringMatching(/^v24/)])
    }
  })

  it('waits until the service has claimed the folder', () => {
    expect(migrate()).toEqual(UP_TO_DATE)
    expect(existsSync(join(folder, 'data/compiled'))).toBe(false)
    // Each of these files says that the folder is the service's: see apps/server/src/data-folder.ts.
    for (const name of ['refrain.db', 'refrain-data', 'app-password-key']) {
      write(`${name}-folder/${name}`, '')
      become('scripts/find-program.mjs', { DATA_DIR: join(folder, `${name}-folder`) })
      expect(existsSync(join(folder, `${name}-folder/compiled`))).toBe(true)
    }
  })

  it("creates nothing in a folder that is not the service's", () => {
    write('data/letter.txt', '')
    expect(migrate()).toMatchObject({ status: 78, stdout: '' })
    expect(readdirSync(join(folder, 'data'))).toEqual(['letter.txt'])
  })

  it('is optional', () => {
    write('data/refrain-data', '')
    write('data/compiled', 'a file where the folder should be')
    expect(migrate()).toEqual(UP_TO_DATE)
  })

  it.skipIf(process.platform === 'win32')('of tools lets other accounts open the packages', () => {
    const runtime = join(folder, 'scripts/runtime.mjs')
    write('scripts/runtime.mjs', readFileSync(new URL('./runtime.mjs', import.meta.url), 'utf8'))
    const script = `process.umask(0o022); (await import('${runtime}')).environment()`
    spawnSync(process.execPath, ['--input-type=module', '--eval', script])
    const modes = ['', '.cache', '.cache/compiled'].map(
      path => statSync(join(folder, 'node_modules', path)).mode & 0o777,
    )
    expect(modes).toEqual([0o755, 0o755, 0o700])
  })
})

describe('the data folder', () => {
  const home = homedir()
  it.each([
    [false, 'linux', {}, 'data'],
    [true, 'linux', {}, join(home, '.local/share/refrain')],
    [true, 'linux', { XDG_DATA_HOME: '/srv/data' }, '/srv/data/refrain'],
    [true, 'linux', { XDG_DATA_HOME: 'data' }, join(home, '.local/share/refrain')],
    [true, 'darwin', {}, join(home, 'Library/Application Support/refrain')],
    [true, 'win32', { LOCALAPPDATA: '/local' }, '/local/refrain'],
  ] as const)('of a package (%s) on %s with %j is %s', (packaged, platform, env, expected) => {
    expect(defaultDataDir(packaged, { platform, env })).toBe(expected)
  })
})

it('uses the pinned Node, or the running one when there is none', () => {
  expect(findNode(folder)).toBe(process.execPath)
  write(NODE, '')
  expect(findNode(folder)).toBe(join(folder, NODE))
})
