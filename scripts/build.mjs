// As runtime.mjs: plain JavaScript that runs on the Node that started npm.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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

/**
 * Packages that are not built into the service: sharp has native parts, which are files of their own; the licence of codec-parser
 * (LGPL) wants it to be replaceable.
 */
export const EXTERNAL_PACKAGES = ['codec-parser', 'sharp']

/** Builds the pages and the service where their sources changed since the last build. */
export function buildStale(names = Object.keys(BUILDS)) {
  if (isPackaged()) return
  for (const name of names) {
    if (isBuilt(name)) continue
    checkWritable(`The ${name} cannot be run from these sources before a build`)
    const unlock = lock(name)
    try {
      // Another program may have built it meanwhile.
      if (!isBuilt(name)) build(name)
    } finally {
      unlock()
    }
  }
  // The files need not be looked at again.
  if (names.includes('service')) isServiceBuilt = true
}

const LOOK_EVERY_MS = 200

/** Waits while another program makes the same build. @returns lets others build */
function lock(name) {
  const folder = join(root, 'node_modules/.cache')
  const path = join(folder, `building-${name}`)
  mkdirSync(folder, { recursive: true })
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      return () => rmSync(path, { force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isRunning(readIfThere(path)))
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_EVERY_MS)
    else rmSync(path, { force: true })
  }
}

function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Whether a process with this number is there; '' is one that has not written its number yet. */
function isRunning(pid) {
  if (pid === '') return true
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function build(name) {
  const { folder, configs } = BUILDS[name]
  console.log(`Building the ${name} …`)
  const marker = markerOf(name)
  const before = existsSync(marker) ? Number(readFileSync(marker, 'utf8').split('\n')[2]) : 0
  const now = Date.now()
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const path = join(root, folder)
  for (const config of configs)
    run(
      findNode(),
      [vite, 'build', '--logLevel', 'warn', '--config', join(path, config), path],
      `The ${name} could not be built.`,
      // Tests that build have another, which would leave out the service worker.
      { NODE_ENV: 'production' },
    )
  writeFileSync(marker, `${describe(name)}${now}\n`)
  if (name === 'service') removeOlder(join(path, 'dist'), before)
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
  const built = join(root, BUILDS.service.folder, 'dist', `${name}.js`)
  isServiceBuilt ??= isPackaged() || isBuilt('service')
  return isServiceBuilt ? built : join(root, 'apps/server/src/bin', `${name}.ts`)
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
