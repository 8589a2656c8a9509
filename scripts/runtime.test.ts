import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findNode, isInstalled } from './runtime.mjs'

const platform = process.platform === 'win32' ? 'win' : process.platform
const RUNTIME = `node_modules/node-${platform}-${process.arch}`
const NODE = join(RUNTIME, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** A service with one dependency, one tool, and Node for this machine and another. */
const LOCKED = {
  '': {},
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/vitest': { version: '5.0.0', dev: true },
  'node_modules/fsevents': { version: '2.0.0', optional: true },
  [RUNTIME]: { version: '24.21.0', optional: true },
  'node_modules/node-other-machine': { version: '24.21.0', optional: true },
}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-runtime-'))
  write('package-lock.json', JSON.stringify({ packages: LOCKED }))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** What npm leaves behind after an installation. */
function install(paths: readonly string[], versions: Readonly<Record<string, string>> = {}): void {
  const packages = Object.fromEntries(
    paths.map(path => [path, { version: versions[path] ?? (LOCKED[path] as { version: string }).version }]),
  )
  write('node_modules/.package-lock.json', JSON.stringify({ packages }))
  if (paths.includes(RUNTIME)) write(NODE, '')
}

const BECOME = `import { become } from '${new URL('./runtime.mjs', import.meta.url)}'
become('apps/server/src/bin/migrate.ts', [])`

/** Runs a short program of the service as npm's scripts do, in the folder of the test. */
function migrate(env: Readonly<Record<string, string>> = {}) {
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', BECOME], {
    encoding: 'utf8',
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  })
  return { status, stdout }
}

const UP_TO_DATE = { status: 0, stdout: 'The database is up to date.\n' }

describe('the compile cache', () => {
  it('is in the data folder named by the environment or .env', () => {
    expect(migrate({ DATA_DIR: join(folder, 'one') })).toEqual(UP_TO_DATE)
    write('.env', 'DATA_DIR=two')
    expect(migrate()).toEqual(UP_TO_DATE)
    for (const dataDir of ['one', 'two']) {
      expect(readdirSync(join(folder, dataDir, 'compiled'))).toEqual([expect.stringMatching(/^v24/)])
    }
  })

  it('is optional', () => {
    write('data/compiled', 'a file where the folder should be')
    expect(migrate()).toEqual(UP_TO_DATE)
  })
})

describe('the installation', () => {
  it('is complete for the service without development tools and packages for other platforms', () => {
    expect(isInstalled('service', folder)).toBe(false)
    install(['node_modules/fastify', RUNTIME])
    expect(isInstalled('service', folder)).toBe(true)
    expect(isInstalled('all', folder)).toBe(false)
    install(['node_modules/fastify', 'node_modules/vitest', RUNTIME])
    expect(isInstalled('all', folder)).toBe(true)
  })

  it('is incomplete when a package has another version', () => {
    install(['node_modules/fastify', RUNTIME], { 'node_modules/fastify': '4.0.0' })
    expect(isInstalled('service', folder)).toBe(false)
    install(['node_modules/fastify', RUNTIME], { [RUNTIME]: '24.0.0' })
    expect(isInstalled('service', folder)).toBe(false)
  })

  it('is incomplete when Node for this platform is missing from the lockfile or the disk', () => {
    install(['node_modules/fastify'])
    expect(isInstalled('service', folder)).toBe(false)
    install(['node_modules/fastify', RUNTIME])
    rmSync(join(folder, NODE))
    expect(isInstalled('service', folder)).toBe(false)
  })

  it('uses the pinned Node, or the running one when there is none', () => {
    expect(findNode(folder)).toBe(process.execPath)
    install([RUNTIME])
    expect(findNode(folder)).toBe(join(folder, NODE))
  })
})
