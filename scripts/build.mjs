// As runtime.mjs: plain JavaScript that runs on the Node that started npm.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installMissing } from './installation/install.mjs'
import { shareLock, withLock } from './installation/lock.mjs'
import { checkWritable, findNode, isPackaged, root, run } from './runtime.mjs'

/** What is built of which sources. */
const BUILDS = {
  pages: {
    folder: 'apps/web',
    sources: ['packages/contract', 'packages/messages', 'packages/player'],
    // The listeners' pages, then what the server draws the first of them with.
    configs: ['vite.config.ts', 'vite.prerender.config.ts'],
  },
  service: {
    folder: 'apps/server',
    sources: ['packages/audio', 'packages/contract', 'packages/demo', 'packages/messages'],
    configs: ['vite.config.ts'],
  },
}

/** Builds the pages and the service where their sources changed since the last build. */
export async function buildStale(names = Object.keys(BUILDS)) {
  if (isPackaged()) return
  for (const name of names) {
    if (isBuilt(name)) continue
    checkWritable(`The ${name} cannot be run from these sources before a build`)
    await withLock(root, async () => {
      // Another program may have built it meanwhile.
      if (isBuilt(name)) return
      await installMissing('build')
      await build(name)
    })
  }
  // The files need not be looked at again.
  if (names.includes('service')) isServiceBuilt = true
}

async function build(name) {
  const { folder, configs } = BUILDS[name]
  console.log(`Building the ${name} …`)
  const before = readBuildTime(name)
  const now = Date.now()
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const path = join(root, folder)
  for (const config of configs)
    await run(
      findNode(),
      [vite, 'build', '--logLevel', 'warn', '--config', join(path, config), path],
      `The ${name} could not be built.`,
      // Tests that build have another, which would leave out the service worker.
      { env: { NODE_ENV: 'production' }, onStart: shareLock },
    )
  writeFileSync(markerOf(name), `${describe(name)}${now}\n`)
  if (name === 'service') removeOlder(join(path, 'dist'), before)
}

/** When the last build began, epoch milliseconds: files in its folder that are older are not its own. */
export function readBuildTime(name) {
  const marker = markerOf(name)
  return existsSync(marker) ? Number(readFileSync(marker, 'utf8').split('\n')[2]) : 0
}

/** Removes the files of builds before the last one: a service may still run that, and loads parts of it when it first needs them. */
function removeOlder(folder, time) {
  for (const name of readdirSync(folder))
    if (statSync(join(folder, name)).mtimeMs < time) rmSync(join(folder, name), { recursive: true })
}

/**
 * Path of a program of the server by the name of its source in `apps/server/src/bin`: the built one, or its source where that
 * has changed since.
 */
export function programPath(name) {
  return builtProgram(name) ?? join(root, 'apps/server/src/bin', `${name}.ts`)
}

/** Path of a built program of the server, `undefined` where its sources have changed since. */
export function builtProgram(name) {
  isServiceBuilt ??= isPackaged() || isBuilt('service')
  return isServiceBuilt ? join(root, BUILDS.service.folder, 'dist', `${name}.js`) : undefined
}
let isServiceBuilt

const markerOf = name => join(root, BUILDS[name].folder, 'dist/.built-from')

/** Whether a build is of these sources, by their times and sizes, otherwise by what is in them. */
function isBuilt(name) {
  const marker = markerOf(name)
  if (!existsSync(marker)) return false
  const [contents, stats] = readFileSync(marker, 'utf8').split('\n')
  const files = sourcesOf(name)
  if (statsOf(files) === stats) return true
  return contentsOf(files) === contents
}

function describe(name) {
  const files = sourcesOf(name)
  return `${contentsOf(files)}\n${statsOf(files)}\n`
}

function sourcesOf(name) {
  const { folder, sources } = BUILDS[name]
  return [folder, ...sources, 'package-lock.json'].flatMap(path => filesUnder(join(root, path))).sort()
}

const NOT_SOURCES = new Set(['node_modules', 'dist', 'testing'])

function filesUnder(path) {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !NOT_SOURCES.has(name) && !name.includes('.test.'))
    .flatMap(entry => {
      const each = join(path, entry.name)
      return entry.isDirectory() ? filesUnder(each) : [each]
    })
}

const statsOf = files =>
  hashOf(files, path => {
    const { size, mtimeMs } = statSync(path)
    return `${size} ${mtimeMs}`
  })
const contentsOf = files => hashOf(files, path => readFileSync(path))

function hashOf(files, describeFile) {
  const hash = createHash('sha256')
  for (const path of files) hash.update(path.slice(root.length)).update('\0').update(describeFile(path))
  return hash.digest('hex')
}
