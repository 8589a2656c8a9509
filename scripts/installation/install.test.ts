import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runtimePackage as RUNTIME } from '../runtime.mjs'
import { isInstalled } from './install.mjs'
import { hasBuildTools, hasDevelopmentPackages, removeBuildTools } from './remove-build-tools.mjs'

const NODE = join(RUNTIME, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
const HIDDEN_LOCKFILE = 'node_modules/.package-lock.json'

/** An external package with what it needs, one that is built in, a tool of development, and Node for this machine and another. */
const LOCKED: Record<string, object> = {
  '': {},
  'apps/server': { version: '1.0.0' },
  'node_modules/@refrain/server': { link: true },
  'node_modules/sharp': {
    version: '0.35.0',
    dependencies: { semver: '7' },
    optionalDependencies: { '@img/a': '1' },
  },
  'node_modules/semver': { version: '6.0.0' },
  'node_modules/sharp/node_modules/semver': { version: '7.0.0' },
  'node_modules/@img/a': { version: '1.0.0', optional: true },
  'node_modules/@img/b': { version: '1.0.0' },
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/vitest': { version: '5.0.0', dev: true },
  'node_modules/fsevents': { version: '2.0.0', optional: true },
  [RUNTIME]: { version: '24.21.0', optional: true },
  'node_modules/node-other-machine': { version: '24.21.0', optional: true },
}
const EXTERNAL = ['node_modules/sharp', 'node_modules/sharp/node_modules/semver', 'node_modules/@img/a']
const BUILT_IN = ['node_modules/fastify', 'node_modules/semver', 'node_modules/@img/b']

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-installation-'))
  write('package-lock.json', JSON.stringify({ packages: LOCKED }))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** What npm leaves behind after an installation. */
function install(paths: readonly string[], versions: Readonly<Record<string, string>> = {}): void {
  const packages = Object.fromEntries(
    paths.map(path => [path, { ...LOCKED[path], ...(versions[path] && { version: versions[path] }) }]),
  )
  write(HIDDEN_LOCKFILE, JSON.stringify({ lockfileVersion: 3, packages }))
  for (const path of paths) for (const name of ['package.json', 'lib/index.js']) write(`${path}/${name}`)
  if (paths.includes(RUNTIME)) write(NODE)
}

describe('the installation', () => {
  it('is complete to build without development tools and packages for other platforms', () => {
    expect(isInstalled('build', folder)).toBe(false)
    install([...EXTERNAL, ...BUILT_IN, RUNTIME])
    expect(isInstalled('build', folder)).toBe(true)
    expect(isInstalled('all', folder)).toBe(false)
    install([...EXTERNAL, ...BUILT_IN, 'node_modules/vitest', RUNTIME])
    expect(isInstalled('all', folder)).toBe(true)
  })

  it('is complete to run without what is built in', () => {
    expect(isInstalled('run', folder)).toBe(false)
    install([...EXTERNAL, RUNTIME])
    expect(isInstalled('run', folder)).toBe(true)
    expect(isInstalled('build', folder)).toBe(false)
    install([...EXTERNAL.slice(1), ...BUILT_IN, RUNTIME])
    expect(isInstalled('run', folder)).toBe(false)
  })

  it('is incomplete when a package has another version', () => {
    const all = [...EXTERNAL, ...BUILT_IN, RUNTIME]
    install(all, { 'node_modules/fastify': '4.0.0' })
    expect([isInstalled('run', folder), isInstalled('build', folder)]).toEqual([true, false])
    for (const path of ['node_modules/sharp', 'node_modules/sharp/node_modules/semver', RUNTIME]) {
      install(all, { [path]: '1.0.0' })
      expect(isInstalled('run', folder)).toBe(false)
    }
  })

  it('is incomplete when Node for this platform is missing from the list or the disk', () => {
    install(EXTERNAL)
    expect(isInstalled('run', folder)).toBe(false)
    install([...EXTERNAL, RUNTIME])
    rmSync(join(folder, NODE))
    expect(isInstalled('run', folder)).toBe(false)
  })

  it('is complete without Node where the lockfile has none for this platform', () => {
    const { [RUNTIME]: _, ...others } = LOCKED
    write('package-lock.json', JSON.stringify({ packages: others }))
    install(EXTERNAL)
    expect(isInstalled('run', folder)).toBe(true)
  })
})

describe('half of npm’s list', () => {
  function installHalf(paths: readonly string[]): void {
    install(paths)
    const list = readFileSync(join(folder, HIDDEN_LOCKFILE), 'utf8')
    write(HIDDEN_LOCKFILE, list.slice(0, list.length / 2))
  }

  it('counts as nothing installed', () => {
    installHalf([...EXTERNAL, ...BUILT_IN, RUNTIME])
    write('node_modules/.removing/0/package.json')
    expect([isInstalled('run', folder), hasBuildTools(folder), hasDevelopmentPackages(folder)]).toEqual([
      ...[false, false, false],
    ])
  })

  it('does not hide that packages of development are installed', () => {
    installHalf([...EXTERNAL, ...BUILT_IN, 'node_modules/vitest', RUNTIME])
    expect(hasDevelopmentPackages(folder)).toBe(true)
  })
})

describe('the removal of build tools', () => {
  const list = () => Object.keys(JSON.parse(readFileSync(join(folder, HIDDEN_LOCKFILE), 'utf8')).packages)

  function installForBuild(): void {
    install([...EXTERNAL, ...BUILT_IN, RUNTIME])
    for (const path of ['.bin/node', '.bin/vite', '.cache/compiled/a', '.vite/a', '@refrain/server/a'])
      write(`node_modules/${path}`)
    for (const path of ['include/node.h', 'share/man', 'README.md']) write(`${RUNTIME}/${path}`)
    write('node_modules/@img/a/lib/include/a.h')
  }

  it('leaves what runs', () => {
    installForBuild()
    expect(hasBuildTools(folder)).toBe(true)
    removeBuildTools(folder)
    expect(
      readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' }).toSorted(),
    ).toEqual(
      [
        ...['.bin', '.bin/node', '.package-lock.json', '@img', '@img/a', '@img/a/lib', '@img/a/lib/index.js'],
        ...['@img/a/package.json', 'sharp', 'sharp/lib', 'sharp/lib/index.js', 'sharp/node_modules'],
        ...['sharp/node_modules/semver', 'sharp/node_modules/semver/lib'],
        ...['sharp/node_modules/semver/lib/index.js', 'sharp/node_modules/semver/package.json'],
        'sharp/package.json',
        ...['', '/bin', NODE.slice(RUNTIME.length), '/package.json'].map(
          path => `${RUNTIME.slice('node_modules/'.length)}${path}`,
        ),
      ].toSorted(),
    )
    expect(list().toSorted()).toEqual([...EXTERNAL, RUNTIME].toSorted())
    expect([isInstalled('run', folder), isInstalled('build', folder)]).toEqual([true, false])
    expect(hasBuildTools(folder)).toBe(false)
  })

  it('never begins in an installation for development', () => {
    installForBuild()
    install([...EXTERNAL, ...BUILT_IN, 'node_modules/vitest', RUNTIME])
    expect(hasBuildTools(folder)).toBe(false)
  })

  it('goes on after an interruption', () => {
    installForBuild()
    const full = readFileSync(join(folder, HIDDEN_LOCKFILE))
    removeBuildTools(folder)
    // Right after the list has been shortened, and with a package that was moved away.
    write('node_modules/fastify/package.json')
    write('node_modules/.removing/0/package.json')
    expect([isInstalled('run', folder), hasBuildTools(folder)]).toEqual([true, true])
    removeBuildTools(folder)
    expect(hasBuildTools(folder)).toBe(false)
    expect(existsSync(join(folder, 'node_modules/fastify'))).toBe(false)
    // Before it.
    write(HIDDEN_LOCKFILE, full.toString())
    expect(hasBuildTools(folder)).toBe(true)
    removeBuildTools(folder)
    expect(list()).toHaveLength(EXTERNAL.length + 1)
  })

  it('goes on after two interruptions, whatever names these left', () => {
    installForBuild()
    for (const n of [1, 2]) write(`node_modules/.removing/${n}/package.json`)
    removeBuildTools(folder)
    expect(existsSync(join(folder, 'node_modules/.removing'))).toBe(false)
  })

  it('clears what an interrupted installation left', () => {
    installForBuild()
    removeBuildTools(folder)
    write('node_modules/fastify/half-written')
    removeBuildTools(folder)
    expect(existsSync(join(folder, 'node_modules/fastify'))).toBe(false)
  })
})
