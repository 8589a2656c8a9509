// `npm run package -- FOLDER`: writes what it takes to run the service, and nothing to build or test it.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { buildStale, EXTERNAL_PACKAGES } from './build.mjs'
import { findNode, giveUp, installMissing, PACKAGED, root, runtimePackage } from './runtime.mjs'

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs', 'packaging']
/** Commands of package.json that work without the tools of development. */
const PROGRAM = /scripts\/start\.mjs|scripts\/run\.mjs [\w-]+$/
const BUILT = ['apps/server/package.json', 'apps/server/dist', 'apps/web/dist']
const SCRIPTS = ['start.mjs', 'run.mjs', 'build.mjs', 'runtime.mjs']

/** Packages inside packages, and what serves those who build against them. */
const LEFT_OUT = new Set(['node_modules', 'include', '.built-from'])

const [given] = process.argv.slice(2)
if (!given) giveUp('Name a folder: npm run package -- FOLDER')
const target = resolve(given)
if (existsSync(target) && readdirSync(target).length > 0)
  giveUp(`${target} is not empty: name another folder.`)

installMissing('service')
buildStale()
mkdirSync(target, { recursive: true })
for (const path of [...listPackages(), ...BUILT]) copy(path)
copyRuntime()
for (const path of [...DOCUMENTS, 'exec.cmd', ...SCRIPTS.map(name => join('scripts', name))]) copy(path)
writeManifest()
console.log(`${target}: ${(sizeOf(target) / 1e6).toFixed(0)} MB.`)

/** Folders of the packages that are not in the build, with everything that they depend on and that this machine has. */
function listPackages(names = EXTERNAL_PACKAGES, found = new Set()) {
  for (const path of names.map(name => join('node_modules', name))) {
    if (found.has(path) || !existsSync(join(root, path))) continue
    found.add(path)
    const { dependencies, optionalDependencies } = readJson(join(path, 'package.json'))
    listPackages(Object.keys({ ...dependencies, ...optionalDependencies }), found)
  }
  return found
}

function copyRuntime() {
  if (!existsSync(join(root, runtimePackage))) return
  for (const name of ['package.json', 'LICENSE', 'bin']) copy(join(runtimePackage, name))
  if (process.platform === 'win32') return
  // The same path on every machine, for system services and containers.
  mkdirSync(join(target, 'bin'))
  symlinkSync(join('..', runtimePackage, 'bin/node'), join(target, 'bin/node'))
}

function copy(path) {
  const from = join(root, path)
  cpSync(from, join(target, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: each => each === from || !LEFT_OUT.has(basename(each)),
  })
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
