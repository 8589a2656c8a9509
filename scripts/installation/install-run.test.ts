import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const LOCKED = {
  'node_modules/sharp': { version: '1.0.0' },
  'node_modules/fastify': { version: '1.0.0' },
  'node_modules/vitest': { version: '1.0.0', dev: true },
}
/** Writes what npm writes, and which command it was. With FAIL it stops before it writes its list. */
const NPM = `#!${process.execPath}
const fs = require('node:fs')
const args = process.argv.slice(2)
const logged = args.filter(arg => ['ci', 'install', '--no-save', '--omit=dev'].includes(arg))
fs.appendFileSync('npm.log', logged.join(' ') + '\\n')
if (args[0] === 'ci') fs.rmSync('node_modules', { recursive: true, force: true })
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))
if (args.includes('--omit=dev')) delete packages['node_modules/vitest']
for (const path of Object.keys(packages)) fs.mkdirSync(path, { recursive: true })
if (process.env.FAIL) {
  fs.writeFileSync('node_modules/fastify/half', '')
  process.exit(1)
}
fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }))
`

/** An account for a test that runs as root, which may write everywhere. */
const NOBODY = 65_534

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'refrain-install-'))
  const scripts = dirname(import.meta.dirname)
  cpSync(import.meta.dirname, join(folder, 'scripts/installation'), { recursive: true })
  cpSync(join(scripts, 'runtime.mjs'), join(folder, 'scripts/runtime.mjs'))
  write('package.json', '{}')
  lock(LOCKED)
  write('bin/npm', NPM)
  chmodSync(join(folder, 'bin/npm'), 0o755)
})
afterEach(() => {
  chmodSync(folder, 0o755)
  rmSync(folder, { recursive: true, force: true })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
function lock(packages: object): void {
  write('package-lock.json', JSON.stringify({ packages }))
}
const isThere = (path: string) => existsSync(join(folder, 'node_modules', path))
/** What npm was called with since the last look. */
function calls(): string[] {
  const path = join(folder, 'npm.log')
  const lines = existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
  rmSync(path, { force: true })
  return lines
}

/** Runs one of the steps of a start in a process of its own. */
async function run(step: string, env: Readonly<Record<string, string>> = {}, uid?: number) {
  const script = `
    import { installMissing } from './scripts/installation/install.mjs'
    import { discardBuildTools } from './scripts/installation/remove-build-tools.mjs'
    await ${step}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}`, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(uid !== undefined && { uid }),
  })
  let errors = ''
  child.stderr.on('data', part => {
    errors += part
  })
  const [status] = await once(child, 'close')
  return { status, errors }
}
const install = (what: string, env?: Readonly<Record<string, string>>) =>
  run(`installMissing('${what}')`, env)
const discard = () => run('discardBuildTools()')
const OK = { status: 0, errors: '' }

// npm is a program of another kind there.
describe.skipIf(process.platform === 'win32')('installMissing', () => {
  it('installs once, when two start at the same time', async () => {
    expect(await Promise.all([install('build'), install('build')])).toEqual([OK, OK])
    expect(calls()).toEqual(['ci --omit=dev'])
    expect(await install('build')).toEqual(OK)
    expect(calls()).toEqual([])
  })

  it('leaves what runs where only tools of the build are missing', async () => {
    await install('build')
    await discard()
    expect([isThere('sharp'), isThere('fastify')]).toEqual([true, false])
    write('node_modules/sharp/open', '')
    calls()
    expect(await install('run')).toEqual(OK)
    expect(await install('build')).toEqual(OK)
    expect(calls()).toEqual(['install --no-save --omit=dev'])
    expect([isThere('sharp/open'), isThere('fastify')]).toEqual([true, true])
  })

  it('installs everything anew where a package that runs has changed', async () => {
    await install('build')
    calls()
    lock({ ...LOCKED, 'node_modules/sharp': { version: '2.0.0' } })
    expect(await install('run')).toEqual(OK)
    expect(calls()).toEqual(['ci --omit=dev'])
  })

  it('keeps packages of development', async () => {
    await install('all')
    expect(calls()).toEqual(['ci'])
    lock({ ...LOCKED, 'node_modules/fastify': { version: '2.0.0' } })
    expect(await install('build')).toEqual(OK)
    expect(isThere('vitest')).toBe(true)
    await discard()
    expect(isThere('fastify')).toBe(true)
  })

  it('leaves a service that runs if npm fails, and nothing else once that is started', async () => {
    await install('build')
    await discard()
    expect(await install('build', { FAIL: '1' })).toEqual({
      status: 1,
      errors: 'The installation failed: is the npm registry reachable?\n',
    })
    expect([isThere('sharp'), isThere('fastify/half')]).toEqual([true, true])
    expect(await install('run')).toEqual(OK)
    expect(await discard()).toEqual(OK)
    expect([isThere('sharp'), isThere('fastify'), isThere('.removing')]).toEqual([true, false, false])
  })

  it('installs anew after an installation that left half of a list', async () => {
    await install('build')
    calls()
    write('node_modules/.package-lock.json', '{"packages": {"node_mod')
    expect(await discard()).toEqual(OK)
    expect(await install('run')).toEqual(OK)
    expect(calls()).toEqual(['ci --omit=dev'])
  })

  it('changes nothing for an account that may not write there', async () => {
    await install('build')
    calls()
    chmodSync(folder, 0o555)
    const root = process.getuid?.() === 0
    const as = (step: string) => run(step, {}, root ? NOBODY : undefined)
    expect([await as("installMissing('build')"), await as('discardBuildTools()')]).toEqual([OK, OK])
    expect(isThere('fastify')).toBe(true)
    lock({ ...LOCKED, 'node_modules/fastify': { version: '2.0.0' } })
    expect(await as("installMissing('build')")).toEqual({
      status: 1,
      errors: `Packages are missing, and this account may not write to ${folder}: run npm start there once as its owner.\n`,
    })
    expect(calls()).toEqual([])
  })

  it('says what to do when nothing can be removed', async () => {
    await install('build')
    await discard()
    write('node_modules/.removing', '')
    const { status, errors } = await install('build')
    expect(status).toBe(1)
    expect(errors).toMatch(/^What an earlier installation left could not be removed: EEXIST.*try again\.\n$/)
  })

  it('starts although tools of the build cannot be removed', async () => {
    await install('build')
    write('node_modules/.removing', '')
    const { status, errors } = await discard()
    expect(status).toBe(0)
    expect(errors).toMatch(
      /^Tools of the build could not be removed: EEXIST.*The next start tries again\.\n$/,
    )
  })
})
