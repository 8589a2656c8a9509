// `npm run package -- FOLDER`: writes what it takes to run the service, and nothing to build or test it.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { buildStale } from './build.mjs'
import { findNode, giveUp, installMissing, npm, PACKAGED, root, runtimePackage } from './runtime.mjs'

const DOCUMENTS = ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs', 'packaging']
/** Commands of package.json that work without the tools of development. */
const PROGRAM = /scripts\/start\.mjs|scripts\/run\.mjs [\w-]+$/
const SCRIPTS = ['start.mjs', 'run.mjs', 'build.mjs', 'runtime.mjs']

const [given] = process.argv.slice(2)
if (!given) giveUp('Name a folder: npm run package -- FOLDER')
const target = resolve(given)
if (existsSync(target) && readdirSync(target).length > 0)
  giveUp(`${target} is not empty: name another folder.`)

installMissing('service')
buildStale()
mkdirSync(target, { recursive: true })
const packages = listPackages()
for (const path of packages) copyPackage(path)
copyRuntime()
copy('apps/web/dist')
for (const path of [...DOCUMENTS, 'exec.cmd', ...SCRIPTS.map(name => join('scripts', name))]) copy(path)
writeManifest()
console.log(`${target}: ${(sizeOf(target) / 1e6).toFixed(0)} MB.`)

/** Folders of the server and of everything it depends on: installed packages and those of this repository. */
function listPackages() {
  const args = ['ls', '--omit=dev', '--all', '--parseable', '--workspace', '@refrain/server']
  const output = execFileSync(npm, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const paths = output.split('\n').filter(path => path !== '' && resolve(path) !== root)
  return [...new Set(paths.map(path => relative(root, path)))]
}

/** Copies a package without the packages inside it, which have their own lines, and without tests of ours. */
function copyPackage(path) {
  const isLink = lstatSync(join(root, path)).isSymbolicLink()
  copy(path)
  if (isLink) copy(relative(root, realpathSync(join(root, path))))
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
    filter: each => each === from || !isLeftOut(each),
  })
}

function isLeftOut(path) {
  const name = basename(path)
  const isOurs = !relative(root, path).startsWith('node_modules')
  if (name === 'node_modules') return true
  return isOurs && (name === 'testing' || /\.test\.tsx?$/.test(name))
}

function writeManifest() {
  const { name, version, type, engines, scripts } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
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
