// `npm run package -- FOLDER`: writes what it takes to run the service, and nothing to build or test it.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { buildStale, readBuildTime } from './build.mjs'
import { installMissing } from './installation/install.mjs'
import { isNeededToRun, listRunPackages } from './installation/run-packages.mjs'
import { findNode, giveUp, PACKAGED, root, runtimePackage } from './runtime.mjs'

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs', 'packaging']
/** Commands of package.json that work without the tools of development. */
const PROGRAM = /scripts\/start\.mjs|scripts\/run\.mjs [\w-]+$/
const SERVICE = 'apps/server/dist'
const BUILT = ['apps/server/package.json', 'apps/web/dist']
const INSTALLATION = ['install', 'lock', 'remove-build-tools', 'run-packages']
const SCRIPTS = [
  ...['start.mjs', 'run.mjs', 'build.mjs', 'runtime.mjs'],
  ...INSTALLATION.map(name => `installation/${name}.mjs`),
]

/** Of folders with builds: of which sources they are, and who makes one. */
const LEFT_OUT = new Set(['.built-from', '.locks'])

const [given] = process.argv.slice(2)
if (!given) giveUp('Name a folder: npm run package -- FOLDER')
const target = resolve(given)
if (existsSync(target) && readdirSync(target).length > 0)
  giveUp(`${target} is not empty: name another folder.`)

await installMissing('run')
await buildStale()
mkdirSync(target, { recursive: true })
for (const path of listRunPackages(root)) if (existsSync(join(root, path))) copyPackage(path)
linkRuntime()
copyService()
for (const path of [...BUILT, ...DOCUMENTS, 'exec.cmd', ...SCRIPTS.map(name => join('scripts', name))])
  copy(path)
writeManifest()
console.log(`${target}: ${(sizeOf(target) / 1e6).toFixed(0)} MB.`)

function copyPackage(path) {
  const from = join(root, path)
  const isNeeded = each => isNeededToRun(path, relative(from, each).replaceAll(sep, '/'))
  copy(path, each => each === from || isNeeded(each))
}

/** Without files of the build before, which a running service may need. */
function copyService() {
  const builtAt = readBuildTime('service')
  const isOwn = each => statSync(each).mtimeMs >= builtAt
  copy(SERVICE, each => each === join(root, SERVICE) || (!LEFT_OUT.has(basename(each)) && isOwn(each)))
}

/** The same path on every machine, for system services and containers. */
function linkRuntime() {
  if (process.platform === 'win32' || !existsSync(join(root, runtimePackage))) return
  mkdirSync(join(target, 'bin'))
  symlinkSync(join('..', runtimePackage, 'bin/node'), join(target, 'bin/node'))
}

function copy(path, filter = each => !LEFT_OUT.has(basename(each))) {
  cpSync(join(root, path), join(target, path), { recursive: true, verbatimSymlinks: true, filter })
}

function readJson(path) {
  return JSON.parse(readFileSync(join(root, path), 'utf8'))
}

function writeManifest() {
  const { name, version, type, engines, scripts } = readJson('package.json')
  const programs = Object.fromEntries(Object.entries(scripts).filter(([, command]) => PROGRAM.test(command)))
  const manifest = {
    ...{ name, version, private: true, type, engines, [PACKAGED]: true },
    revision: readRevision(),
    scripts: programs,
  }
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** By the code of the service, which only its own Node understands. */
function readRevision() {
  const script = `console.log((await import('./apps/server/src/product-version.ts')).PRODUCT_REVISION)`
  const options = { cwd: root, encoding: 'utf8' }
  return execFileSync(findNode(), ['--input-type=module', '--eval', script], options).trim()
}

function sizeOf(path) {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}
